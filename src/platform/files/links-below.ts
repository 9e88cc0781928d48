import { join } from 'node:path';
import { isListed, type Listable } from './siblings.ts';
import { statOrNull } from './stats.ts';

/** Most folders that are looked at, so that a search in vain takes little longer, and most links that are returned. */
const mostFolders = 100;
const mostLinks = 20;

interface Entry {
  readonly path: string;
  readonly kind: 'folder' | 'link';
}

/** Folders full of links that nobody looks for: hidden ones, and what a package manager fills. */
function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

/** The links in a folder, and the folders to look at next; none of one that cannot be read. */
async function entriesOf(folder: string): Promise<readonly Entry[]> {
  const { readdir } = await import('node:fs/promises');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry): readonly Entry[] => {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) return [{ path, kind: 'link' }];
    return entry.isDirectory() && !isPassedOver(entry.name) ? [{ path, kind: 'folder' }] : [];
  });
}

/**
 * Absolute paths of symbolic links in a folder and those below it that lead to something and that `isWanted`, nearest first:
 * at most 20 in at most 100 folders. Links that rules withhold are left out.
 */
export async function linksBelow(
  folder: string,
  isWanted: (path: string) => boolean,
  rules: Listable,
): Promise<readonly string[]> {
  const links: string[] = [];
  let looked = 0;
  for (let level = [folder]; level.length > 0 && links.length < mostLinks; ) {
    const entries = (await Promise.all(level.map(entriesOf))).flat();
    looked += level.length;
    const found = entries.filter(({ kind }) => kind === 'link').map(({ path }) => path);
    links.push(...found.filter((path) => isWanted(path) && statOrNull(path) !== null));
    const folders = entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path);
    level = folders.slice(0, mostFolders - looked);
  }
  const listed = await Promise.all(links.slice(0, mostLinks).map((path) => isListed(path, rules)));
  return links.filter((_, index) => listed[index] === true);
}
