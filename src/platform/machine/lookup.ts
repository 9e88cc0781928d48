import { accessSync, constants, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, resolve, sep } from 'node:path';
import { climbs } from '../../core/paths/containment.ts';
import { realPathIfAny } from '../files/stats.ts';
import { windowsProgramPaths } from './program-paths.ts';

/** Whether `path` is a file this process may execute. */
export function isExecutable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where a path with a slash leads: after a symlink, `..` is the parent of its target. */
function placeOf(cwd: string, name: string): string | null {
  const given = isAbsolute(name) ? name : `${cwd}${sep}${name}`;
  if (!climbs(given)) return resolve(given);
  const folder = realPathIfAny(dirname(given));
  return folder === null ? null : resolve(folder, basename(given));
}

/** The absolute path that `name` runs from `cwd`: itself if it is a path, else the first executable of that name in `searchPath`. */
export function findProgram(name: string, cwd: string, searchPath: string): string | null {
  if (name === '') return null;
  if (sep === '/' && name.includes('/')) {
    const path = placeOf(cwd, name);
    return path !== null && isExecutable(path) ? path : null;
  }
  const folders = searchPath.split(delimiter);
  const paths =
    sep === '/'
      ? folders.map((folder) => resolve(cwd, folder, name))
      : windowsProgramPaths(name, cwd, searchPath);
  return paths.find(isExecutable) ?? null;
}
