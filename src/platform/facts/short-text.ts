import { readFileSync, statSync } from 'node:fs';

/** Bytes of a file that is looked through. */
const longestFile = 65_536;

/** The text of a file that is short enough to be looked through, a character a byte; null for any other. */
export function shortText(path: string): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= longestFile ? readFileSync(path, 'latin1') : null;
  } catch {
    return null;
  }
}
