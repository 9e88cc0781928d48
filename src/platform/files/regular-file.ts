import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats } from 'node:fs';
import { cannot } from '../../core/failure.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { eachChunk, wholeFileBytes } from './file-bytes.ts';
import { systemFailure } from './file-failure.ts';
import { namesFolder, type ResolvedPath } from './resolve-path.ts';
import { hexOf, type Sha256, startSha256 } from './sha256.ts';
import { placeOfOpen } from './stats.ts';

/** Flags to open without following a symlink and without blocking; those a system lacks are left out. */
export const safeOpen = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

type Kinded = Pick<
  Stats,
  'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice'
>;

/** The kind of anything but a regular file, in words; null for a regular file. */
export function oddKind(stats: Kinded): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'a folder';
  // Its path was resolved, so it has become one since.
  if (stats.isSymbolicLink()) return 'a symbolic link';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : 'a special file';
}

/** Throws `tool_failed` unless `stats` are of a regular file and the path as written can be a file's. */
export function requireRegular(action: string, given: string, stats: Kinded): void {
  const kind = oddKind(stats);
  if (kind !== null) throw cannot(action, given, `it is ${kind}`, 'a regular file');
  requireFilePath(action, given);
}

/** Throws `tool_failed` for a file's path written like a folder's: `notes.txt/`. */
export function requireFilePath(action: string, given: string): void {
  if (namesFolder(given))
    throw cannot(action, given, 'it is a file, and the path names a folder', "a file's path");
}

/** Where an open file really is: a folder on its way may have become a symlink since the path was resolved. */
function placeOf(fd: number, path: string): string {
  return placeOfOpen(fd) ?? realpathSync(path);
}

/** An open regular file. */
export interface OpenFile {
  readonly fd: number;
  readonly stats: Stats;
  close(): void;
}

/** Opens what is at the path now; null if it was replaced or removed before its place was known. */
function openInPlace({ path, given }: ResolvedPath, action: string): OpenFile | null {
  // Synchronous: policy has just looked the path up, and a turn of the thread pool costs more than all of this.
  const fd = openSync(path, constants.O_RDONLY | safeOpen);
  try {
    const stats = fstatSync(fd);
    requireRegular(action, given, stats);
    const place = placeOf(fd, path);
    if (place === path) return { fd, stats, close: () => closeSync(fd) };
    if (place !== `${path} (deleted)`) throw pathChanged(path, given, action);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return null;
}

function pathChanged(path: string, given: string, action: string): Error {
  return cannot(action, given, 'its path changed meanwhile', `${inQuotes(path)} to stay in its place`);
}

/** Most attempts to open a file that others keep replacing. */
const mostOpens = 20;

/**
 * Opens the resolved file for reading, and nothing else: no symlink, FIFO, socket, device or folder, and no other file that
 * took its place, except one renamed to its path. Throws `tool_failed`.
 */
export async function openRegular(resolved: ResolvedPath, action: string): Promise<OpenFile> {
  const { path, given } = resolved;
  try {
    for (let opens = 0; opens < mostOpens; opens += 1) {
      const file = openInPlace(resolved, action);
      if (file !== null) return file;
    }
  } catch (error) {
    throw systemFailure(action, given, error);
  }
  throw pathChanged(path, given, action);
}

/** What the bytes come to that an open file had when it was opened, so that a growing file ends. */
export interface Digest {
  /** Number of the bytes. */
  readonly length: number;
  readonly sum: Sha256;
  /** SHA-256 of the first `mark` bytes in hex; null if there are fewer, or no mark. */
  readonly marked: string | null;
}

/** Reads an open file to its end, in the memory of one chunk. */
export async function digestOpen({ fd, stats }: OpenFile, mark: number | null = null): Promise<Digest> {
  const sum = startSha256();
  let [length, marked]: [number, string | null] = [0, null];
  const limit = stats.size > 0 ? stats.size : wholeFileBytes;
  await eachChunk(fd, { position: 0, limit, signal: null, isReused: true }, (chunk) => {
    const before = mark === null || marked !== null ? chunk.length : mark - length;
    sum.update(chunk.subarray(0, before));
    length += chunk.length;
    if (before < chunk.length || length === mark) {
      marked = hexOf(sum);
      sum.update(chunk.subarray(before));
    }
    return undefined;
  });
  return { length, sum, marked };
}

/** SHA-256 of a regular file in hex, null if it cannot be read. `path` must be real. */
export async function hashFile(path: string): Promise<string | null> {
  try {
    const file = await openRegular({ path, given: path, inside: true }, 'hash');
    try {
      return hexOf((await digestOpen(file)).sum);
    } finally {
      file.close();
    }
  } catch {
    return null;
  }
}
