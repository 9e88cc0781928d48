import { statSync } from 'node:fs';
import { errnoOf, isMissing } from '../../core/failure.ts';
import { linkToNothing } from './stats.ts';

/**
 * What changes when a file is replaced or written, or when who may do so changes; null when there is none. One that cannot be
 * looked at has a stamp too, so that whoever reads it then says why. A few microseconds.
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
