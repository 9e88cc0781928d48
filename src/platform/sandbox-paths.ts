import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isFolder, lstatOrNull, namesOrNull, statOrNull } from './stats.ts';

export type Standing = 'folder' | 'empty folder' | 'file' | 'link' | 'missing';

/** What stands at a path itself; what cannot be looked at counts as missing. */
export function standingOf(path: string): Standing {
  const stats = lstatOrNull(path);
  if (stats === null) return 'missing';
  if (stats.isSymbolicLink()) return 'link';
  if (!stats.isDirectory()) return 'file';
  return isEmptyFolder(path) ? 'empty folder' : 'folder';
}

function isEmptyFolder(path: string): boolean {
  return namesOrNull(path)?.length === 0;
}

/** The beginning of a small file as text; empty when there is none. */
export function smallText(path: string): string {
  try {
    const size = statOrNull(path)?.size ?? 0;
    return size === 0 || size > 65_536 ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Whether there is anything in it that this user could read. */
export function holdsSomething(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.R_OK);
    return !isFolder(path) || readdirSync(path).length > 0;
  } catch {
    return isFolder(path) && isEnterable(path);
  }
}

/** Whether what is in it can be reached by those who know its name. */
function isEnterable(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A file without content in the cache folder; the null device, which cannot be opened inside, where none can be made. */
export function emptyFile(cacheFolder: string): string {
  const path = join(cacheFolder, 'empty');
  try {
    if (statOrNull(path)?.size === 0) return path;
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(path, '', { mode: 0o400 });
    return path;
  } catch {
    return '/dev/null';
  }
}
