import { readFileSync, statSync } from 'node:fs';

/** Bytes of an `.npmrc` that is looked through; a larger one counts as holding a token. */
const longestFile = 65_536;
const secret = /_auth|_password|token|secret|:\/\/[^\s/]*@/i;

/** Whether a path is an `.npmrc` that can be read and holds no token, so that its name alone makes no secret of it. */
export function isTokenlessNpmrc(path: string): boolean {
  const name = path.slice(-'/.npmrc'.length).toLowerCase();
  if (!['.npmrc', '/.npmrc', '\\.npmrc'].includes(name)) return false;
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= longestFile && !secret.test(readFileSync(path, 'latin1'));
  } catch {
    return false;
  }
}
