import { chmodSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errnoOf } from '../../core/failure.ts';

/**
 * Makes one folder for this user alone (0700), also under a umask that takes rights from its owner: a folder that cannot be entered
 * would stay so for every later process. Throws what the system says, `EEXIST` for whatever is there.
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { mode: 0o700 });
  if ((lstatSync(path).mode & 0o700) !== 0o700) chmodSync(path, 0o700);
}

/** The same; nothing happens where there is a folder. Throws what the system says, `EEXIST` for something else in its place. */
function requireFolder(path: string): void {
  try {
    makePrivateFolder(path);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    throw error;
  }
}

/**
 * Makes a folder and those above it, each for this user alone, unless they are there. Throws what the system says, `EEXIST` for
 * something else in its place. (The recursive mkdir of Node never returns where nothing can be made, as below /proc.)
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

/** Of a folder that is not there: whether a link to nothing is in its place. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}
