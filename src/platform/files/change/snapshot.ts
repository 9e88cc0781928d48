import { lstatSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { ChangedFailure, cannot, errnoOf } from '../../../core/failure.ts';
import { readBytes, readSized, wholeFileBytes } from '../file-bytes.ts';
import { systemFailure } from '../file-failure.ts';
import { type Digest, digestOpen, type OpenFile, openRegular, requireRegular } from '../regular-file.ts';
import type { ResolvedPath } from '../resolve-path.ts';
import { hexOf, startSha256 } from '../sha256.ts';

/** Most bytes of the end of a file that is too large to keep whole. */
const tailBytes = 65_536;

/** A file as it was when a change was planned. */
export interface Snapshot {
  readonly stats: Stats;
  /** SHA-256 in hex; null past 100 MiB, where only size, times and inode show a change. */
  readonly hash: string | null;
  /** What the hash comes from. */
  readonly digest: Digest | null;
  /** Its bytes if requested and small enough, else null. */
  readonly bytes: Buffer | null;
  /** Its last bytes, at least 64 KiB where it has them; null unless bytes were requested, and past 100 MiB. */
  readonly tail: Buffer | null;
}

/** What is wanted of a file beside its hash. */
interface Wanted {
  /** Most bytes for which they are kept; 0 for none, at most 100 MiB. */
  readonly mostBytes: number;
  /** The first bytes of which the digest tells the hash; null for none. */
  readonly mark: number | null;
}

async function takeOpen(file: OpenFile, { mostBytes, mark }: Wanted): Promise<Snapshot> {
  const { stats, fd } = file;
  if (stats.size > wholeFileBytes) return { stats, hash: null, digest: null, bytes: null, tail: null };
  if (stats.size > mostBytes || mark !== null) {
    const digest = await digestOpen(file, mark);
    const tail =
      mostBytes === 0 ? null : await readBytes(fd, tailBytes, Math.max(0, digest.length - tailBytes));
    return { stats, hash: hexOf(digest.sum), digest, bytes: null, tail };
  }
  const bytes = await (stats.size > 0 ? readSized(fd, stats.size) : readBytes(fd, wholeFileBytes));
  const digest: Digest = { length: bytes.length, sum: startSha256().update(bytes), marked: null };
  return { stats, hash: hexOf(digest.sum), digest, bytes, tail: bytes };
}

/**
 * Reads the file at a resolved path, with its bytes if they are at most `mostBytes` (at most 100 MiB) and no `mark` is set; null if
 * there is none. Throws `tool_failed` for anything but a regular file and for what the system forbids.
 */
export async function takeSnapshot(
  resolved: ResolvedPath,
  action: string,
  mostBytes: number,
  mark: number | null = null,
): Promise<Snapshot | null> {
  try {
    requireRegular(action, resolved.given, await lstat(resolved.path));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw systemFailure(action, resolved.given, error);
  }
  const file = await openRegular(resolved, action);
  try {
    return await takeOpen(file, { mostBytes, mark });
  } catch (error) {
    throw systemFailure(action, resolved.given, error);
  } finally {
    file.close();
  }
}

function isSame(planned: Snapshot | null, now: Snapshot | null): boolean {
  if (planned === null || now === null) return planned === now;
  if (planned.hash !== null || now.hash !== null) return planned.hash === now.hash;
  const [a, b] = [planned.stats, now.stats];
  return a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs;
}

/** Whether `now` starts with the content of `planned`; past 100 MiB, whether it is the same file and no smaller. */
function hasGrown(planned: Snapshot | null, now: Snapshot | null): boolean {
  if (now === null) return false;
  if (planned === null) return true;
  if (planned.hash === null)
    return planned.stats.ino === now.stats.ino && planned.stats.size <= now.stats.size;
  return now.digest?.marked === planned.hash;
}

/** Reads the file again; throws ChangedFailure unless its content is that of `planned` or, with `mayGrow`, starts with it. */
export async function requireUnchanged(
  resolved: ResolvedPath,
  request: { planned: Snapshot | null; action: string; mostBytes: number; mayGrow: boolean },
): Promise<Snapshot | null> {
  const { planned, action, mostBytes, mayGrow } = request;
  const mark = mayGrow ? (planned?.digest?.length ?? null) : null;
  const now = await takeSnapshot(resolved, action, mostBytes, mark);
  if (isSame(planned, now) || (mayGrow && hasGrown(planned, now))) return now;
  throw changed(action, resolved.given, now !== null);
}

function changed(action: string, shown: string, isThere = true): ChangedFailure {
  const state = isThere ? 'it changed meanwhile' : 'it was removed meanwhile';
  const wanted = 'the content this call was planned on; read it again';
  const { code, message } = cannot(action, shown, state, wanted);
  return new ChangedFailure(code, message);
}

/** A file as it was found, and how messages name it. */
export interface Found {
  readonly stats: Stats;
  /** `write` or `edit`. */
  readonly action: string;
  /** The path as given. */
  readonly shown: string;
}

/** Throws ChangedFailure unless a file has the size and the time of the one that was found: nothing is read, so it can be asked last of all. */
export function requireSameTime(now: Stats, { stats, action, shown }: Found): void {
  if (now.size !== stats.size || now.mtimeMs !== stats.mtimeMs) throw changed(action, shown);
}

/** Which file it is, and what one that takes its place has of it or takes from it: whoever changed that meanwhile would lose it. */
const keptFacts = ['ino', 'dev', 'mode', 'uid', 'gid', 'nlink'] as const;

/** The same of what is at a path now, which must also be the file itself, with its mode, owner and names: not another, nor a link. */
export function requireUntouched(path: string, found: Found): void {
  const { stats, action, shown } = found;
  const now = lstatSync(path, { throwIfNoEntry: false });
  if (now === undefined || keptFacts.some((fact) => now[fact] !== stats[fact]))
    throw changed(action, shown, now !== undefined);
  requireSameTime(now, found);
}
