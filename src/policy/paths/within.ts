import { sep } from 'node:path';
import { folded } from '../../core/text/composed.ts';

/** Whether an absolute, normal path is a folder or lies below it, by whole names; told from the text alone. */
export function isWithin(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false;
  return path.length === folder.length || folder.endsWith(sep) || path.startsWith(sep, folder.length);
}

/** Whether a path lies in any of some folders. */
export function isWithinAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(path, folder));
}

/** A path as file systems that fold case compare it. */
export function foldPath(path: string): string {
  return folded(path);
}

/** A path with the home folder for its leading `~`, and as it was written behind that: a `..` may follow a symlink. */
export function expandTilde(path: string, home: string): string {
  return /^~(\/|$)/.test(path) ? home + path.slice(1) : path;
}

/** A folder and those above it, the nearest first. */
export function foldersFrom(cwd: string): readonly string[] {
  const parts = cwd.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/') || '/');
}
