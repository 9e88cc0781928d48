import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { posix } from 'node:path';

/** Where the kernel finds a path, asked of it name by name: the oracle of paths. */

function realOrNull(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

/** The real path of what the kernel opens, or would make, at an absolute path; null where it would do neither. */
export function openedPath(path: string, links = 0): string | null {
  const real = realOrNull(path);
  if (real !== null) return real;
  const name = posix.basename(path);
  if (links > 40 || path.endsWith('/') || name === '.' || name === '..') return null;
  // Not `dirname`, which would also be right; the text before the last slash, so that nothing is normalised on the way.
  const parent = realOrNull(path.slice(0, path.lastIndexOf('/')) || '/');
  if (parent === null || !statSync(parent).isDirectory()) return null;
  const made = `${parent === '/' ? '' : parent}/${name}`;
  if (!isLink(made)) return made;
  const target = readlinkSync(made);
  return openedPath(target.startsWith('/') ? target : `${parent}/${target}`, links + 1);
}

/** Where an absolute path leads: its longest existing prefix as the kernel has it, the rest by name; null for a loop. */
export function prefixPath(path: string, links = { count: 0 }): string | null {
  const real = realOrNull(path);
  if (real !== null || path === '/') return real ?? path;
  const parent = prefixPath(posix.dirname(path), links);
  if (parent === null) return null;
  const named = posix.join(parent, posix.basename(path));
  if (!isLink(named)) return named;
  const target = readlinkSync(named);
  links.count += 1;
  if (links.count > 40) return null;
  // Not joined, which would take a name and the `..` after it away, also where the name is a link.
  return prefixPath(target.startsWith('/') ? target : `${parent}/${target}`, links);
}

function identityOf(path: string): string | null {
  try {
    const stats = statSync(path);
    return `${stats.dev}:${stats.ino}`;
  } catch {
    return null;
  }
}

/** Whether a real path is a folder or lies below it, by the identity of the folders on its way up. */
export function liesIn(path: string, folder: string): boolean {
  const wanted = identityOf(folder);
  for (let at = path; ; at = posix.dirname(at)) {
    if (identityOf(at) === wanted) return true;
    if (at === '/') return false;
  }
}
