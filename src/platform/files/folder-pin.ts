import { closeSync, constants, lstatSync, openSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { cannot, errnoOf, type ToolFailure } from '../../core/failure.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { placeOfOpen } from './stats.ts';

/** O_PATH of Linux, which node does not define: refers to a file or folder without opening it, so without the right to read or list it. */
export const pathOnly = 0o10000000;

/** A folder that stays the same although its path may be replaced by another. */
export interface PinnedFolder {
  /** A path to exactly this folder, valid until it is closed, in this process and for a child that starts. */
  readonly path: string;
  /** The path of `name` in exactly this folder. */
  at(name: string): string;
  close(): void;
}

/** Opens a folder, not through a symlink; a file in its place throws the system's error. */
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
 * Opens the real folder `path` and names its files through the descriptor if /proc exists; otherwise by path, checked to be
 * still real. Throws the system's errors, and `tool_failed` naming `shown` if a symlink took its place.
 */
export function pinFolder(path: string, action: string, shown: string): PinnedFolder {
  const moved = () =>
    cannot(action, shown, 'its folder changed meanwhile', `${inQuotes(path)} to stay in its place`);
  if (process.platform !== 'linux') {
    if (realpathSync(path) !== path) throw moved();
    return { path, at: (name) => join(path, name), close() {} };
  }
  const fd = openFolder(path, moved);
  const place = placeOfOpen(fd);
  const own = `/proc/self/fd/${fd}`;
  if (place === path) return { path: own, at: (name) => `${own}/${name}`, close: () => closeSync(fd) };
  closeSync(fd);
  if (place !== null || realpathSync(path) !== path) throw moved();
  return { path, at: (name) => join(path, name), close() {} };
}
