import { statSync } from 'node:fs';
import { errnoOf, isMissing } from '../../core/failure.ts';
import { linkToNothing } from './stats.ts';

/**
 * A string that changes when a file is replaced or written, or its permissions change; null if there is none. A file that
 * cannot be examined has a stamp too, so that its reader reports why. Takes a few microseconds.
 */
export function fileStamp(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return linkToNothing(path) === null ? null : 'ENOENT';
    const { ino, size, mtimeMs, ctimeMs } = stats;
    return `${ino}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch (error) {
    return isMissing(error) && linkToNothing(path) === null ? null : String(errnoOf(error));
  }
}
