import { readFileSync, statSync } from 'node:fs';

/** Bytes of a file that is looked through. */
const longestFile = 65_536;

/** The text of a file that is short enough to be looked through, a character a byte unless asked otherwise; null for any other. */
export function shortText(path: string, encoding: 'latin1' | 'utf8' = 'latin1'): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= longestFile ? readFileSync(path, encoding) : null;
  } catch {
    return null;
  }
}
