import type { PathFact } from '../../core/ports.ts';
import { shortText } from '../files/short-text.ts';

/** One that cannot be looked through counts as holding a token. */
const secret = /_auth|_password|token|secret|:\/\/[^\s/]*@/i;

/** Settings by which npm 6 runs a script and sends a report before all else; a name may be spelt with escapes and variables. */
const loading = /^[^=\n]*(onload|metrics|\\|\$\{)/im;

function isNpmrc(path: string): boolean {
  return ['.npmrc', '/.npmrc', '\\.npmrc'].includes(path.slice(-'/.npmrc'.length).toLowerCase());
}

function isTokenless(text: string | null): boolean {
  return text !== null && !secret.test(text);
}

/** Whether a path is an `.npmrc` that can be read and holds no token, so that its name alone makes no secret of it. */
export function isTokenlessNpmrc(path: string): boolean {
  return isNpmrc(path) && isTokenless(shortText(path));
}

/** What is known of a file by its being an `.npmrc`, by the name it is given or by its own. */
export function npmrcFact(given: string, realPath: string): Pick<PathFact, 'isHarmless' | 'isLoading'> {
  const isOwn = isNpmrc(realPath);
  if (!isOwn && !isNpmrc(given)) return {};
  const text = shortText(realPath);
  return {
    ...(isOwn && isTokenless(text) ? { isHarmless: true } : {}),
    ...(text === null || loading.test(text) ? { isLoading: true } : {}),
  };
}
