import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../core/failure.ts';

/**
 * Makes one folder for this user alone (0700), also under a umask that denies its owner: otherwise no later process could
 * enter it. Throws the system's error, `EEXIST` for anything that exists.
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  if ((lstatSync(path).mode & 0o700) !== 0o700) chmodSync(path, 0o700);
}

/** The same, but accepts an existing folder. Throws the system's error, `EEXIST` for something else in its place. */
function requireFolder(path: string): void {
  try {
    makePrivateFolder(path);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    throw error;
  }
}

/**
 * Makes a folder and its missing parents, each for this user alone. Throws the system's error, `EEXIST` for something else in
 * its place. (The recursive mkdir of Node never returns where nothing can be made, as below /proc.)
 */
export function makePrivateFolders(path: string): void {
  try {
    requireFolder(path);
  } catch (error) {
    const parent = dirname(path);
    if (errnoOf(error) !== 'ENOENT' || parent === path || isLink(parent)) throw error;
    makePrivateFolders(parent);
    requireFolder(path);
  }
}

/** Whether a dangling link is in the place of a missing folder. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
