import { join } from 'node:path';
import { isListed, type Listable } from './siblings.ts';
import { statOrNull } from './stats.ts';

/** Most folders that are looked at, so that a search in vain takes little longer, and most links that are returned. */
const mostFolders = 100;
const mostLinks = 20;

/** Folders full of links that nobody looks for: hidden ones, and what a package manager fills. */
function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
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
  const { readdir } = await import('node:fs/promises');
  const entriesOf = async (at: string) => {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    return entries.map((entry) => ({ entry, path: join(at, entry.name) }));
  };
  const links: string[] = [];
  let looked = 0;
  for (let level = [folder]; level.length > 0 && links.length < mostLinks; ) {
    const folders: string[] = [];
    for (const { entry, path } of (await Promise.all(level.map(entriesOf))).flat()) {
      if (entry.isDirectory() && !isPassedOver(entry.name)) folders.push(path);
      const isLink = links.length < mostLinks && entry.isSymbolicLink();
      if (isLink && isWanted(path) && statOrNull(path) !== null) links.push(path);
    }
    looked += level.length;
    level = folders.slice(0, mostFolders - looked);
  }
  const listed = await Promise.all(links.map((path) => isListed(path, rules)));
  return links.filter((_, index) => listed[index] === true);
}
