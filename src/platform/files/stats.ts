import {
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from '../../core/failure.ts';

// An exception costs fifty times what a stat does, and most paths asked for do not exist.

/** Stats of what a path leads to; null if nothing is there, or nothing this user may look at. */
export function statOrNull(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** Stats of a path itself, without following a symlink; null as for `statOrNull`. */
export function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** The names in a folder; null if it cannot be listed. */
export function namesOrNull(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}

/** Whether it is a folder, through links. */
export function isFolder(path: string): boolean {
  return statOrNull(path)?.isDirectory() === true;
}

/** Like `isFolder`, but throws the system's error where something else than its absence prevents the look. */
export function isFolderForSure(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The target text of a symlink; null for anything else, and as for `statOrNull`. */
export function linkOrNull(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** Where an open file or folder is now; null if the system does not tell. What was removed has a name of the kernel's own. */
export function placeOfOpen(descriptor: number): string | null {
  return linkOrNull(`/proc/self/fd/${descriptor}`);
}

/** The symbolic link that makes a path dangle, the path itself or one on the way; null for none. */
export function linkToNothing(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    const stats = lstatOrNull(at);
    if (stats !== null) return stats.isSymbolicLink() && statOrNull(at) === null ? at : null;
    if (at === dirname(at)) return null;
  }
}

/** The real path of an existing path, or null. */
export function realPathIfAny(path: string): string | null {
  try {
    return existsSync(path) ? realpathSync.native(path) : null;
  } catch {
    return null;
  }
}
