import { lstatSync, rmdirSync } from 'node:fs';
import { chmod, mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { pinFolder } from './folder-pin.ts';

/** Mode bits the owner needs to put something into a folder. */
const usable = 0o300;

/** Makes one folder with the umask's mode; false if it existed. Throws the system's error, also EEXIST for something else in its place. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return false;
    throw error;
  }
}

/** Lets its owner put something into a folder whatever the umask, like `mkdir -p`. */
async function makeUsable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & usable) !== usable) await chmod(path, (mode & 0o7777) | usable);
}

/** The deepest existing folder on the way to `path`, and the missing names below it. */
function findExisting(path: string): { readonly base: string; readonly missing: readonly string[] } {
  const missing: string[] = [];
  for (let base = path; ; base = dirname(base)) {
    const stats = lstatSync(base, { throwIfNoEntry: false });
    if (stats !== undefined || dirname(base) === base) return { base, missing };
    missing.unshift(basename(base));
  }
}

/**
 * Makes the real folder `path` and its missing parents, each inside the one above even if paths are swapped meanwhile;
 * returns the topmost one made, null if all existed. Removes them again if a later one fails. Throws the system's errors, and
 * `tool_failed` naming `shown` if a folder was swapped.
 */
export async function makePinnedFolders(path: string, action: string, shown: string): Promise<string | null> {
  const { base, missing } = findExisting(path);
  if (missing.length === 0) return null;
  let first: string | null = null;
  let last = base;
  let at = base;
  try {
    for (const name of missing) {
      const folder = pinFolder(at, action, shown);
      at = join(at, name);
      try {
        if (!(await makeOne(folder.at(name)))) continue;
        first ??= at;
        last = at;
        await makeUsable(folder.at(name));
      } finally {
        folder.close();
      }
    }
    return first;
  } catch (error) {
    if (first !== null) removeEmptyFolders(first, last);
    throw error;
  }
}

/** Removes folders we made that are still empty, from the deepest up to `first`. */
export function removeEmptyFolders(first: string, deepest: string): void {
  try {
    for (let path = deepest; path.length >= first.length; path = dirname(path)) {
      const parent = pinFolder(dirname(path), 'remove', path);
      try {
        rmdirSync(parent.at(basename(path)));
      } finally {
        parent.close();
      }
    }
  } catch {
    // Something was put into it, or it was swapped: then it stays.
  }
}
