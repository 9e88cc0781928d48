import { readRegular } from './read-regular.ts';
import { statOrNull } from './stats.ts';

/** Bytes of a file that is looked through. */
const longestFile = 65_536;

/** The text of a file that is short enough to be looked through, a character a byte unless asked otherwise; null for any other. */
export function shortText(path: string, encoding: 'latin1' | 'utf8' = 'latin1'): string | null {
  try {
    // Most of what is looked for is missing, and an exception costs more than a look.
    if (statOrNull(path)?.isFile() !== true) return null;
    return readRegular(path, longestFile).bytes?.toString(encoding) ?? null;
  } catch {
    return null;
  }
}
