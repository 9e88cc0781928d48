import type { Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { ChangedFailure, cannot, errnoOf } from '../../../core/failure.ts';
import { readBytes, readSized, wholeFileBytes } from '../file-bytes.ts';
import { systemFailure } from '../file-failure.ts';
import { hashOpen, type OpenFile, openRegular, requireRegular } from '../regular-file.ts';
import type { ResolvedPath } from '../resolve-path.ts';
import { sha256 } from '../sha256.ts';

/** A file as it was when a change was planned. */
export interface Snapshot {
  readonly stats: Stats;
  /** SHA-256 in hex; null past 100 MiB, where only size, times and inode show a change. */
  readonly hash: string | null;
  /** Its bytes if requested and small enough, else null. */
  readonly bytes: Buffer | null;
}

async function takeOpen(file: OpenFile, mostBytes: number): Promise<Snapshot> {
  const { stats, fd } = file;
  if (stats.size > wholeFileBytes) return { stats, hash: null, bytes: null };
  if (stats.size > mostBytes) return { stats, hash: await hashOpen(file), bytes: null };
  const bytes = await (stats.size > 0 ? readSized(fd, stats.size) : readBytes(fd, wholeFileBytes));
  return { stats, hash: sha256(bytes), bytes };
}

/**
 * Reads the file at a resolved path, with its bytes if they are at most `mostBytes` (at most 100 MiB); null if there is none.
 * Throws `tool_failed` for anything but a regular file and for what the system forbids.
 */
export async function takeSnapshot(
  resolved: ResolvedPath,
  action: string,
  mostBytes: number,
): Promise<Snapshot | null> {
  try {
    requireRegular(action, resolved.given, await lstat(resolved.path));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw systemFailure(action, resolved.given, error);
  }
  const file = await openRegular(resolved, action);
  try {
    return await takeOpen(file, mostBytes);
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
  if (planned.bytes === null)
    return planned.stats.ino === now.stats.ino && planned.stats.size <= now.stats.size;
  return now.bytes?.subarray(0, planned.bytes.length).equals(planned.bytes) === true;
}

/** Reads the file again; throws ChangedFailure unless its content is that of `planned` or, with `mayGrow`, starts with it. */
export async function requireUnchanged(
  resolved: ResolvedPath,
  request: { planned: Snapshot | null; action: string; mostBytes: number; mayGrow: boolean },
): Promise<Snapshot | null> {
  const { planned, action, mostBytes, mayGrow } = request;
  const now = await takeSnapshot(resolved, action, mostBytes);
  if (isSame(planned, now) || (mayGrow && hasGrown(planned, now))) return now;
  const state = now === null ? 'it was removed meanwhile' : 'it changed meanwhile';
  const { code, message } = cannot(
    action,
    resolved.given,
    state,
    'the content this call was planned on; read it again',
  );
  throw new ChangedFailure(code, message);
}
