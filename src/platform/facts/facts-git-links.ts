import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longestPath } from '../../core/paths/longest-path.ts';
import { namesOrNull, statOrNull } from '../files/stats.ts';

/** The mode of an entry that is a repository of its own, which `.gitmodules` need not name. */
const linkMode = Uint8Array.of(0x00, 0x00, 0xe0, 0x00);
const modeAt = 24;

/** Walks over an index, whose entries are sorted by path and, in version 4, say how much of the path before they keep. */
function readLinks(index: Buffer, hashBytes: number): readonly string[] {
  const version = index.readUInt32BE(4);
  const links: string[] = [];
  let path = '';
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    const flagsAt = at + 40 + hashBytes;
    const isExtended = version > 2 && (index.readUInt16BE(flagsAt) & 0x4000) !== 0;
    let nameAt = flagsAt + (isExtended ? 4 : 2);
    if (version === 4) {
      let byte = index.readUInt8(nameAt);
      let stripped = byte & 0x7f;
      for (nameAt += 1; (byte & 0x80) !== 0; nameAt += 1) {
        byte = index.readUInt8(nameAt);
        stripped = ((stripped + 1) << 7) + (byte & 0x7f);
      }
      path = path.slice(0, path.length - stripped);
    } else path = '';
    const end = index.indexOf(0, nameAt);
    if (end === -1) throw new RangeError('a path without an end');
    path += index.toString('latin1', nameAt, end);
    // In version 4 a path may grow with each entry, and so would the time that each takes.
    if (path.length > longestPath) throw new RangeError('a path longer than any');
    if (index.readUInt32BE(at + modeAt) === 0xe000) links.push(Buffer.from(path, 'latin1').toString());
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / 8) * 8;
  }
  return links;
}

function linksIn(file: string, hashBytes: number): readonly string[] | null {
  const stats = statOrNull(file);
  if (stats === null) return [];
  // A pipe would be waited for, and with it everything else.
  if (!stats.isFile()) return null;
  let index: Buffer;
  try {
    index = readFileSync(file);
  } catch {
    return [];
  }
  if (index.indexOf(linkMode) === -1) return [];
  try {
    return readLinks(index, hashBytes);
  } catch {
    return null;
  }
}

/** The paths that the index of a store gives to other repositories; null where it cannot be told. */
export function gitLinksOf(gitFolder: string, hashBytes: number): readonly string[] | null {
  const names = (namesOrNull(gitFolder) ?? []).filter((name) => /^(index|sharedindex\..*)$/.test(name));
  const lists = names.map((name) => linksIn(join(gitFolder, name), hashBytes));
  const links = lists.flatMap((list) => list ?? []);
  // An entry without a path stands for one of the shared index.
  return lists.includes(null) || links.includes('') ? null : links;
}
