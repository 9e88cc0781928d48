import { closeSync, constants, openSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { cannot } from '../core/failure.ts';

/** A folder that stays the same one although its path may be swapped for another. */
export interface PinnedFolder {
  /** The path of `name` in this very folder. */
  at(name: string): string;
  close(): void;
}

function pinnedPath(fd: number): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return null;
  }
}

/**
 * Opens the real folder `path` and names its files through the descriptor where /proc exists; elsewhere by path, checked to
 * be real still. Throws the system's errors, and `tool_failed` naming `shown` when a symlink took its place.
 */
export function pinFolder(path: string, action: string, shown: string): PinnedFolder {
  const moved = () => cannot(action, shown, 'its folder changed meanwhile', `"${path}" to stay in its place`);
  if (process.platform !== 'linux') {
    if (realpathSync(path) !== path) throw moved();
    return { at: (name) => join(path, name), close() {} };
  }
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const place = pinnedPath(fd);
  if (place === path) return { at: (name) => `/proc/self/fd/${fd}/${name}`, close: () => closeSync(fd) };
  closeSync(fd);
  if (place !== null || realpathSync(path) !== path) throw moved();
  return { at: (name) => join(path, name), close() {} };
}
