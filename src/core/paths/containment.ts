import { isAbsolute, join, relative, sep } from 'node:path';

/** Whether the absolute, normalised `path` is `root` or below it, by whole segments (`/ws` does not contain `/ws-evil`). */
export function isInside(path: string, root: string): boolean {
  // Fast path for the usual case; Windows ignores case and dot segments need care, both of which `relative` handles.
  if (sep === '/' && !mayLeadBack(path) && !mayLeadBack(root)) {
    return `${path}/`.startsWith(root.endsWith('/') ? root : `${root}/`);
  }
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Whether a path may have a `.` or `..` segment. */
function mayLeadBack(path: string): boolean {
  return path.includes('/.') && (path.includes('/..') || path.includes('/./') || path.endsWith('/.'));
}

/** Whether `path` lies in any of `roots`. */
export function isInsideAny(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => isInside(path, root));
}

/** Whether a path has a `..` segment: behind a symlink that leads elsewhere than the text suggests. */
export function climbs(path: string): boolean {
  return /(^|\/)\.\.(\/|$)/.test(path);
}

/** `path` as a caller in `cwd` would write it: relative inside the cwd (`.` for the cwd itself), absolute elsewhere. */
export function shownPath(path: string, cwd: string): string {
  if (!isInside(path, cwd)) return path;
  return (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : relative(cwd, path)) || '.';
}

/** `~` and `~/x` with the home folder for the tilde; any other path unchanged. */
export function expandHome(path: string, home: string): string {
  if (path === '~') return home;
  return path.startsWith('~/') || path.startsWith(`~${sep}`) ? join(home, path.slice(2)) : path;
}
