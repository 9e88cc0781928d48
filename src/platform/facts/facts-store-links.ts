import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isFolder, lstatOrNull } from '../files/stats.ts';

/** Folders of a store with files that git reads directly. */
export const textFolders = [
  '.',
  'info',
  'objects/info',
  'rebase-merge',
  'rebase-apply',
  'sequencer',
  'branches',
  'remotes',
];

/** The links in a folder, or all of its files where it is a link itself; null if it cannot be listed. */
export function linksRightIn(folder: string): readonly string[] | null {
  const isLink = lstatOrNull(folder)?.isSymbolicLink() === true;
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isSymbolicLink() || (isLink && entry.isFile()))
      .map((entry) => join(folder, entry.name));
  } catch {
    return isFolder(folder) ? null : [];
  }
}
