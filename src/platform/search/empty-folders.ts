import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isInRepositoryFolder } from '../../core/names/repository-folders.ts';
import { partNames } from '../files/undecodable.ts';

/** Without those whose names are no UTF-8: as text they would be others. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.map(({ name }) => name);
  const { told } = partNames(folder, names);
  const kept = new Set(told);
  return told === names ? entries : entries.filter(({ name }) => kept.has(name));
}

/** The folders below `relative` (itself included) when no regular file but those of version control is in it; null when one is. */
async function emptyTree(
  root: string,
  relative: string,
  signal: AbortSignal,
): Promise<readonly string[] | null> {
  const found: string[] = [];
  const open = [relative];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (signal.aborted) return null;
    found.push(folder);
    for (const entry of await entriesOf(`${root}/${folder}`)) {
      if (isInRepositoryFolder(entry.name)) continue;
      if (entry.isFile()) return null;
      if (entry.isDirectory()) open.push(`${folder}/${entry.name}`);
    }
  }
  return found;
}

/**
 * Folders without any regular file below `root`, relative to it: what a listing of files cannot show. Only the folders in
 * `known` (and the root) are looked into, so that an ignored tree is not walked.
 */
export async function findEmptyFolders(
  root: string,
  known: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of ['', ...known]) {
    if (signal.aborted) break;
    const prefix = folder === '' ? '' : `${folder}/`;
    for (const entry of await entriesOf(`${root}/${folder}`)) {
      const name = prefix + entry.name;
      if (!entry.isDirectory() || isInRepositoryFolder(entry.name) || known.has(name)) continue;
      // One by one: a tree may hold more than can be handed over at once.
      for (const empty of (await emptyTree(root, name, signal)) ?? []) found.push(empty);
    }
  }
  return found;
}
