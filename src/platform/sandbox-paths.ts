import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';

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

/** The names in a folder; empty when it cannot be listed. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
