import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInRepositoryFolder } from '../../core/names/repository-folders.ts';
import { oddKind } from '../files/regular-file.ts';

/** Files from which ripgrep reads what to skip, in every folder it enters and in those above. */
const ignoreFiles: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore']);
/** Most folders that are examined. */
const mostFolders = 5000;
/** Size in bytes past which no person wrote a list. */
const mostBytes = 67_108_864;

/** An ignore file that cannot be read to its end: its path, and what it is. */
export interface OddIgnoreFile {
  readonly path: string;
  readonly kind: string;
}

/** The first of these paths that is such a file. */
async function oddAmong(paths: readonly string[]): Promise<OddIgnoreFile | null> {
  for (const path of paths) {
    const stats = await stat(path).catch(() => null);
    if (stats === null || stats.isDirectory()) continue;
    const kind = stats.size > mostBytes ? `a file of ${stats.size} bytes` : oddKind(stats);
    if (kind !== null) return { path, kind };
  }
  return null;
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

/** The first ignore file in, above or below a folder that is a pipe, a device or too large to be one; null if none is found. */
export async function oddIgnoreFile(root: string): Promise<OddIgnoreFile | null> {
  const above = foldersAbove(root).flatMap((folder) => [...ignoreFiles].map((name) => join(folder, name)));
  const outside = await oddAmong(above);
  if (outside !== null) return outside;
  const open = [root];
  for (let count = 0; count < mostFolders; count += 1) {
    const folder = open.shift();
    if (folder === undefined) return null;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const lists = entries.filter(({ name }) => ignoreFiles.has(name)).map(({ name }) => join(folder, name));
    const odd = await oddAmong(lists);
    if (odd !== null) return odd;
    for (const entry of entries)
      if (entry.isDirectory() && !isInRepositoryFolder(entry.name)) open.push(join(folder, entry.name));
  }
  return null;
}
