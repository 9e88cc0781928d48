import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { isListed, type Listable } from './siblings.ts';
import { statOrNull } from './stats.ts';

/** Most folders that are looked at, and links that are returned. */
const mostFolders = 500;
const mostLinks = 20;

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  const { readdir } = await import('node:fs/promises');
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

/** Folders full of links that nobody looks for: hidden ones, and what a package manager fills. */
function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/**
 * Absolute paths of symbolic links in a folder and those below it that lead to something and that `isWanted`, nearest first:
 * at most 20 in at most 500 folders. Links that rules withhold are left out.
 */
export async function linksBelow(
  folder: string,
  isWanted: (path: string) => boolean,
  rules: Listable,
): Promise<readonly string[]> {
  const folders = [folder];
  const links: string[] = [];
  // The loop takes what is added while it runs.
  for (const at of folders) {
    for (const entry of await entriesOf(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && folders.length < mostFolders && !isPassedOver(entry.name))
        folders.push(path);
      if (entry.isSymbolicLink() && isWanted(path) && statOrNull(path) !== null) links.push(path);
    }
    if (links.length >= mostLinks) break;
  }
  const listed = await Promise.all(links.slice(0, mostLinks).map((path) => isListed(path, rules)));
  return links.filter((_, index) => listed[index] === true);
}
