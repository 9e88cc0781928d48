import { join } from 'node:path';
import { longestPath } from '../../core/paths/longest-path.ts';
import { readRegular } from '../files/read-regular.ts';
import { namesOrNull, statOrNull } from '../files/stats.ts';

// Index files have the format of gitformat-index(5); numbers are big-endian.

/** Most bytes of an index that is read: one of some million files. */
const longestIndex = 1_073_741_824;
/** Bytes of the header: a signature, the version, the number of entries. */
const headerBytes = 12;
const versionAt = 4;
const countAt = 8;
/** Bytes of an entry before its object's hash: times, device, inode, mode, owner, size. The mode is at `modeAt`. */
const statBytes = 40;
const modeAt = 24;
/** The mode of a gitlink, an entry that is a repository of its own; `.gitmodules` need not list it. */
const linkMode = 0o160000;
/** The mode of a folder, of which only the name is stored. */
const folderMode = 0o040000;
const linkModeBytes = Uint8Array.of(0x00, 0x00, 0xe0, 0x00);
/** Flags after the hash take two bytes, and two more if this bit is set. */
const extendedFlag = 0x4000;
/** Entries before version 4 are padded with NULs to a multiple of this. */
const alignment = 8;

/** Reads a variable-length number (as the offsets of gitformat-pack(5)); `next` is the index after it. */
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

/** A path in an index, and its mode. */
export interface IndexEntry {
  readonly path: string;
  readonly mode: number;
}

/** Which entries of an index are searched for. */
interface Wanted {
  /** Decides by the mode and the path, whose characters are single bytes. */
  readonly isWanted: (mode: number, path: string) => boolean;
  /** Bytes that occur in every index with such an entry. */
  readonly mark?: Uint8Array;
  /** Most entries of an index that is searched. */
  readonly most?: number;
}

/** The wanted entries of an index. They are sorted by path; in version 4, each says how much of the previous path to cut off. */
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
    // In version 4 a path could grow with each entry, and with it the time for each.
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

/** The wanted entries of each index file of a store, shared ones included; null for a file that cannot be read. */
function listsOf(
  gitFolder: string,
  hashBytes: number,
  wanted: Wanted,
): readonly (readonly IndexEntry[] | null)[] {
  const names = (namesOrNull(gitFolder) ?? []).filter((name) => /^(index|sharedindex\..*)$/.test(name));
  return names.map((name) => entriesIn(join(gitFolder, name), hashBytes, wanted));
}

/** The wanted entries of the index of a store; null if unknown. */
function indexOf(gitFolder: string, hashBytes: number, wanted: Wanted): readonly IndexEntry[] | null {
  const lists = listsOf(gitFolder, hashBytes, wanted);
  const entries = lists.flatMap((list) => list ?? []);
  // An entry without a path replaces one of the shared index.
  return lists.includes(null) || entries.some(({ path }) => path === '') ? null : entries;
}

/** The paths that the index of a store assigns to other repositories; null if unknown. */
export function gitLinksOf(gitFolder: string, hashBytes: number): readonly string[] | null {
  const links: Wanted = { isWanted: (mode) => mode === linkMode, mark: linkModeBytes };
  return indexOf(gitFolder, hashBytes, links)?.map(({ path }) => path) ?? null;
}

/** All entries of the index of a store; null if unknown, as when it stores whole folders by name. */
export function indexEntriesOf(gitFolder: string, hashBytes: number): readonly IndexEntry[] | null {
  const entries = indexOf(gitFolder, hashBytes, { isWanted: () => true });
  return entries?.some(({ mode }) => mode === folderMode) === true ? null : entries;
}

/**
 * The files in the index of a store whose names may be wanted, one character per byte; empty for an index of more than `most`
 * entries, or an unreadable one.
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
