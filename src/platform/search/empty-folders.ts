import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { isInRepositoryFolder } from '../../core/names/repository-folders.ts';
import { partNames } from '../files/undecodable.ts';

/** The entries of a folder except names that are not UTF-8: as text they would name others. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.map(({ name }) => name);
  const { told } = partNames(folder, names);
  const kept = new Set(told);
  return told === names ? entries : entries.filter(({ name }) => kept.has(name));
}

/** The folders below `relative` (itself included) if they hold no regular file but those of version control; null if they do. */
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
 * Folders without any regular file below `root`, relative to it, which a listing of files cannot show. Only folders in
 * `known` (and the root) are examined, so that no ignored tree is walked.
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
      // Pushed one by one: a tree may hold more than a call can take as arguments.
      for (const empty of (await emptyTree(root, name, signal)) ?? []) found.push(empty);
    }
  }
  return found;
}
