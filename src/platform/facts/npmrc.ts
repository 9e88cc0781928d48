import type { PathFact } from '../../core/ports.ts';
import { shortText } from '../files/short-text.ts';

/** What shows that a text holds a token or a password. */
const secret = /_auth|_password|token|secret|:\/\/[^\s/]*@/i;

/** Settings by which npm 6 runs a script, or sends a report, before anything else; escapes and variables may stand in a name. */
const codeSettings = /^[^=\n]*(onload|metrics|\\|\$\{)/im;

function isNpmrc(path: string): boolean {
  return ['.npmrc', '/.npmrc', '\\.npmrc'].includes(path.slice(-'/.npmrc'.length).toLowerCase());
}

/** A file that cannot be read counts as holding a token. */
function isTokenless(text: string | null): boolean {
  return text !== null && !secret.test(text);
}

/** Whether a path is an `.npmrc` that can be read and holds no token, so that its name alone makes no secret of it. */
export function isTokenlessNpmrc(path: string): boolean {
  return isNpmrc(path) && isTokenless(shortText(path));
}

/** What is known of a file that is an `.npmrc` by the name it was given or by its real name. */
export function npmrcFact(given: string, realPath: string): Pick<PathFact, 'isHarmless' | 'runsCode'> {
  const isOwn = isNpmrc(realPath);
  if (!isOwn && !isNpmrc(given)) return {};
  const text = shortText(realPath);
  return {
    ...(isOwn && isTokenless(text) ? { isHarmless: true } : {}),
    ...(text === null || codeSettings.test(text) ? { runsCode: true } : {}),
  };
}
