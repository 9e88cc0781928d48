import { closeSync, constants, lstatSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { cannot, errnoOf, type ToolFailure } from '../../core/failure.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { linkOrNull } from './stats.ts';

/** O_PATH of Linux, which node does not name: names a file or folder without opening it, so without the right to read or list it. */
export const pathOnly = 0o10000000;

/** A folder that stays the same one although its path may be swapped for another. */
export interface PinnedFolder {
  /** A path of this very folder, good until it is closed, in this process and for a child that starts. */
  readonly path: string;
  /** The path of `name` in this very folder. */
  at(name: string): string;
  close(): void;
}

/** A symlink is no folder to this; a file in the place of the folder is what the system says. */
function openFolder(path: string, moved: () => ToolFailure): number {
  try {
    return openSync(path, pathOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    const code = errnoOf(error);
    const isSwapped = code === 'ELOOP' || code === 'ENOTDIR';
    throw isSwapped && lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true ? moved() : error;
  }
}

/**
 * Opens the real folder `path` and names its files through the descriptor where /proc exists; elsewhere by path, checked to
 * be real still. Throws the system's errors, and `tool_failed` naming `shown` when a symlink took its place.
 */
export function pinFolder(path: string, action: string, shown: string): PinnedFolder {
  const moved = () =>
    cannot(action, shown, 'its folder changed meanwhile', `${inQuotes(path)} to stay in its place`);
  if (process.platform !== 'linux') {
    if (realpathSync(path) !== path) throw moved();
    return { path, at: (name) => join(path, name), close() {} };
  }
  const fd = openFolder(path, moved);
  const place = linkOrNull(`/proc/self/fd/${fd}`);
  const own = `/proc/self/fd/${fd}`;
  if (place === path) return { path: own, at: (name) => `${own}/${name}`, close: () => closeSync(fd) };
  closeSync(fd);
  if (place !== null || realpathSync(path) !== path) throw moved();
  return { path, at: (name) => join(path, name), close() {} };
}
