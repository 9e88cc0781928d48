import { join } from 'node:path';
import { longestPath } from '../../core/paths/longest-path.ts';
import { readRegular } from '../files/read-regular.ts';
import { namesOrNull, statOrNull } from '../files/stats.ts';

// The form of an index file is that of gitformat-index(5); numbers are big-endian.

/** Bytes of the longest index that is read: one of some million files. */
const longestIndex = 1_073_741_824;
/** Bytes of the header: a signature, the version, the number of entries. */
const headerBytes = 12;
const versionAt = 4;
const countAt = 8;
/** Bytes of an entry before its object's hash: times, device, inode, mode, owner, size. The mode stands at `modeAt`. */
const statBytes = 40;
const modeAt = 24;
/** The mode of a gitlink, an entry that is a repository of its own; `.gitmodules` need not name it. */
const linkMode = 0o160000;
/** The mode of a folder, of which nothing is told but its name. */
const folderMode = 0o040000;
const linkModeBytes = Uint8Array.of(0x00, 0x00, 0xe0, 0x00);
/** Flags behind the hash take two bytes, with this bit two more. */
const extendedFlag = 0x4000;
/** Entries of versions before 4 are padded with NULs to a multiple of this. */
const alignment = 8;

/** Reads a number of variable length (as the offsets of gitformat-pack(5)); `next` is where it has ended. */
function readVariable(index: Buffer, at: number): { readonly value: number; readonly next: number } {
  let byte = index.readUInt8(at);
  let value = byte & 0x7f;
  let next = at + 1;
  for (; (byte & 0x80) !== 0; next += 1) {
    byte = index.readUInt8(next);
    value = ((value + 1) << 7) + (byte & 0x7f);
  }
  return { value, next };
}

/** A path that an index keeps, and what is there. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: number;
}

/** The entries of an index, or those of one mode. They are sorted by path; in version 4 each says how much of the path before it is cut off. */
function readEntries(index: Buffer, hashBytes: number, only: number | null): readonly IndexEntry[] {
  const version = index.readUInt32BE(versionAt);
  const entries: IndexEntry[] = [];
  let path = '';
  let at = headerBytes;
  for (let left = index.readUInt32BE(countAt); left > 0; left -= 1) {
    const flagsAt = at + statBytes + hashBytes;
    const isExtended = version > 2 && (index.readUInt16BE(flagsAt) & extendedFlag) !== 0;
    let nameAt = flagsAt + (isExtended ? 4 : 2);
    if (version === 4) {
      const { value: stripped, next } = readVariable(index, nameAt);
      path = path.slice(0, path.length - stripped);
      nameAt = next;
    } else path = '';
    const end = index.indexOf(0, nameAt);
    if (end === -1) throw new RangeError('a path without an end');
    path += index.toString('latin1', nameAt, end);
    // In version 4 a path may grow with each entry, and so would the time that each takes.
    if (path.length > longestPath) throw new RangeError('a path longer than any');
    const mode = index.readUInt32BE(at + modeAt);
    if (only === null || mode === only) entries.push({ path: Buffer.from(path, 'latin1').toString(), mode });
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / alignment) * alignment;
  }
  return entries;
}

function entriesIn(file: string, hashBytes: number, only: number | null): readonly IndexEntry[] | null {
  const stats = statOrNull(file);
  if (stats === null) return [];
  if (!stats.isFile()) return null;
  let index: Buffer | null;
  try {
    index = readRegular(file, longestIndex).bytes;
  } catch {
    return [];
  }
  if (index === null) return null;
  if (only === linkMode && index.indexOf(linkModeBytes) === -1) return [];
  try {
    return readEntries(index, hashBytes, only);
  } catch {
    return null;
  }
}

/** What the index of a store holds, also that which others share; null where it cannot be told. */
function indexOf(gitFolder: string, hashBytes: number, only: number | null): readonly IndexEntry[] | null {
  const names = (namesOrNull(gitFolder) ?? []).filter((name) => /^(index|sharedindex\..*)$/.test(name));
  const lists = names.map((name) => entriesIn(join(gitFolder, name), hashBytes, only));
  const entries = lists.flatMap((list) => list ?? []);
  // An entry without a path stands for one of the shared index.
  return lists.includes(null) || entries.some(({ path }) => path === '') ? null : entries;
}

/** The paths that the index of a store gives to other repositories; null where it cannot be told. */
export function gitLinksOf(gitFolder: string, hashBytes: number): readonly string[] | null {
  return indexOf(gitFolder, hashBytes, linkMode)?.map(({ path }) => path) ?? null;
}

/** All that the index of a store keeps; null where it cannot be told, as where whole folders are kept by their names. */
export function indexEntriesOf(gitFolder: string, hashBytes: number): readonly IndexEntry[] | null {
  const entries = indexOf(gitFolder, hashBytes, null);
  return entries?.some(({ mode }) => mode === folderMode) === true ? null : entries;
}
