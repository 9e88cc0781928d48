import type { PathFact } from '../../core/ports.ts';
import { shortText } from '../files/short-text.ts';

/** Matches signs of a token or password. */
const secret = /_auth|_password|token|secret|:\/\/[^\s/]*@/i;

/** Settings by which npm 6 runs a script, or sends a report, before anything else; names may contain escapes and variables. */
const codeSettings = /^[^=\n]*(onload|metrics|\\|\$\{)/im;

function isNpmrc(path: string): boolean {
  return ['.npmrc', '/.npmrc', '\\.npmrc'].includes(path.slice(-'/.npmrc'.length).toLowerCase());
}

/** Whether a text holds no token; an unreadable file (null) counts as holding one. */
function isTokenless(text: string | null): boolean {
  return text !== null && !secret.test(text);
}

/** Whether a path is a readable `.npmrc` without a token, so that its name alone does not make it secret. */
export function isTokenlessNpmrc(path: string): boolean {
  return isNpmrc(path) && isTokenless(shortText(path));
}

/** The facts about a file that is an `.npmrc` by its given or real name. */
export function npmrcFact(given: string, realPath: string): Pick<PathFact, 'isHarmless' | 'runsCode'> {
  const isOwn = isNpmrc(realPath);
  if (!isOwn && !isNpmrc(given)) return {};
  const text = shortText(realPath);
  return {
    ...(isOwn && isTokenless(text) ? { isHarmless: true } : {}),
    ...(text === null || codeSettings.test(text) ? { runsCode: true } : {}),
  };
}
