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

/** Which entries of an index are looked for. */
interface Wanted {
  /** Tells by the mode and the path, of which each character is a byte. */
  readonly isWanted: (mode: number, path: string) => boolean;
  /** What stands in the bytes of an index that holds one. */
  readonly mark?: Uint8Array;
  /** Entries of the largest index that is looked through. */
  readonly most?: number;
}

/** The wanted entries of an index. They are sorted by path; in version 4 each says how much of the path before it is cut off. */
function readEntries(index: Buffer, hashBytes: number, wanted: Wanted): readonly IndexEntry[] {
  const version = index.readUInt32BE(versionAt);
  const entries: IndexEntry[] = [];
  let path = '';
  let at = headerBytes;
  const count = index.readUInt32BE(countAt);
  if (count > (wanted.most ?? count)) throw new RangeError('too many entries');
  for (let left = count; left > 0; left -= 1) {
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
    if (wanted.isWanted(mode, path)) entries.push({ path: Buffer.from(path, 'latin1').toString(), mode });
    at = version === 4 ? end + 1 : at + Math.ceil((end + 1 - at) / alignment) * alignment;
  }
  return entries;
}

function entriesIn(file: string, hashBytes: number, wanted: Wanted): readonly IndexEntry[] | null {
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
  if (wanted.mark !== undefined && index.indexOf(wanted.mark) === -1) return [];
  try {
    return readEntries(index, hashBytes, wanted);
  } catch {
    return null;
  }
}

/** The lists of wanted entries that the index of a store holds, also that which others share; null for one that cannot be told. */
function listsOf(
  gitFolder: string,
  hashBytes: number,
  wanted: Wanted,
): readonly (readonly IndexEntry[] | null)[] {
  const names = (namesOrNull(gitFolder) ?? []).filter((name) => /^(index|sharedindex\..*)$/.test(name));
  return names.map((name) => entriesIn(join(gitFolder, name), hashBytes, wanted));
}

/** The wanted entries of the index of a store; null where it cannot be told. */
function indexOf(gitFolder: string, hashBytes: number, wanted: Wanted): readonly IndexEntry[] | null {
  const lists = listsOf(gitFolder, hashBytes, wanted);
  const entries = lists.flatMap((list) => list ?? []);
  // An entry without a path stands for one of the shared index.
  return lists.includes(null) || entries.some(({ path }) => path === '') ? null : entries;
}

/** The paths that the index of a store gives to other repositories; null where it cannot be told. */
export function gitLinksOf(gitFolder: string, hashBytes: number): readonly string[] | null {
  const links: Wanted = { isWanted: (mode) => mode === linkMode, mark: linkModeBytes };
  return indexOf(gitFolder, hashBytes, links)?.map(({ path }) => path) ?? null;
}

/** All that the index of a store keeps; null where it cannot be told, as where whole folders are kept by their names. */
export function indexEntriesOf(gitFolder: string, hashBytes: number): readonly IndexEntry[] | null {
  const entries = indexOf(gitFolder, hashBytes, { isWanted: () => true });
  return entries?.some(({ mode }) => mode === folderMode) === true ? null : entries;
}

/**
 * The files that the index of a store keeps by names which may be wanted, of which each character is a byte; an index of more than
 * `most` entries, or one that cannot be read, gives none.
 */
export function filesNamedIn(
  gitFolder: string,
  hashBytes: number,
  { mayBeWanted, most }: { readonly mayBeWanted: (path: string) => boolean; readonly most: number },
): readonly string[] {
  const isWanted: Wanted['isWanted'] = (mode, path) => mode !== linkMode && mayBeWanted(path);
  return listsOf(gitFolder, hashBytes, { isWanted, most }).flatMap(
    (list) => list?.map(({ path }) => path) ?? [],
  );
}
