import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export type Standing = 'folder' | 'empty folder' | 'file' | 'link' | 'missing';

/** What stands at a path itself; what cannot be looked at counts as missing. */
export function standingOf(path: string): Standing {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return 'link';
    if (!stat.isDirectory()) return 'file';
    return isEmptyFolder(path) ? 'empty folder' : 'folder';
  } catch {
    return 'missing';
  }
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

/** The real path of what is there, or null. */
export function realPathIfAny(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** Whether it is a folder, through links. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The beginning of a small file as text; empty when there is none. */
export function smallText(path: string): string {
  try {
    return statSync(path).size > 65_536 ? '' : readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** A file without content in the cache folder; the null device, which cannot be opened inside, where none can be made. */
export function emptyFile(cacheFolder: string): string {
  const path = join(cacheFolder, 'empty');
  try {
    if (statSync(path, { throwIfNoEntry: false })?.size === 0) return path;
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(path, '', { mode: 0o400 });
    return path;
  } catch {
    return '/dev/null';
  }
}

/** The names in a folder; empty when it cannot be listed. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
