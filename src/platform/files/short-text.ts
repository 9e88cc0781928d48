import { readRegular } from './read-regular.ts';
import { statOrNull } from './stats.ts';

/** Most bytes of a file that is read. */
const longestFile = 65_536;

/** The text of a short file, one character per byte unless `encoding` says otherwise; null for any other. */
export function shortText(path: string, encoding: 'latin1' | 'utf8' = 'latin1'): string | null {
  try {
    // Most files are missing, and an exception costs more than a stat.
    if (statOrNull(path)?.isFile() !== true) return null;
    return readRegular(path, longestFile).bytes?.toString(encoding) ?? null;
  } catch {
    return null;
  }
}
