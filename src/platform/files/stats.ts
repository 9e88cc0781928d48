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

// An exception costs fifty times what a look does, and most of what is looked for is not there.

/** What a path leads to; null when nothing is there, or nothing this user may look at. */
export function statOrNull(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** What stands at a path itself, a symlink not followed; null as for `statOrNull`. */
export function lstatOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** The names in a folder; null when it cannot be listed. */
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

/** What a symlink says; null for anything else, and as for `statOrNull`. */
export function linkOrNull(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** The symbolic link by which a path leads to nothing, its own or one on the way; null for none. */
export function linkToNothing(path: string): string | null {
  for (let at = path; ; at = dirname(at)) {
    const stats = lstatOrNull(at);
    if (stats !== null) return stats.isSymbolicLink() && statOrNull(at) === null ? at : null;
    if (at === dirname(at)) return null;
  }
}

/** The real path of what is there, or null. */
export function realPathIfAny(path: string): string | null {
  try {
    return existsSync(path) ? realpathSync.native(path) : null;
  } catch {
    return null;
  }
}
