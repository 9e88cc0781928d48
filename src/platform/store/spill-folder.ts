import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { cannot } from '../../core/failure.ts';
import { spillFileName } from '../../core/spill-name.ts';
import { systemFailure } from '../files/file-failure.ts';
import { problemOfOurs } from '../files/foreign-writer.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { stateFailure } from './place-failure.ts';

/** Where a spill file goes: a folder of ours and a name unique in it, for example the id of the call. */
export interface SpillTarget {
  readonly folder: string;
  /** File name without its extension: letters, digits, `_` and `-`; anything else becomes `-`. */
  readonly name: string;
}

function fileName(name: string): string {
  return `${name.replace(/[^\w-]/g, '-').slice(0, 200)}.spill`;
}

/**
 * Creates a spill file (0600), and its folder (0700) if missing. Throws ToolFailure if the folder cannot be made, is a link
 * or others may write to it, and if the file exists.
 */
export async function createSpill(
  target: SpillTarget,
): Promise<{ readonly handle: FileHandle; readonly path: string }> {
  const { folder, name } = target;
  try {
    makePrivateFolders(folder);
  } catch (error) {
    throw stateFailure('keep output in', folder, error);
  }
  const stat = await lstat(folder);
  if (!stat.isDirectory()) throw cannot('keep output in', folder, 'it is a link', 'a folder');
  const problem = problemOfOurs(stat);
  if (problem !== null) throw cannot('keep output in', folder, problem, 'a folder of this user alone');
  const path = join(folder, fileName(name));
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;
  try {
    return { handle: await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600), path };
  } catch (error) {
    throw systemFailure('keep output in', path, error);
  }
}

/** Opens a spill file for reading; null if it is gone or not a file. */
export async function openSpill(
  path: string,
): Promise<{ readonly handle: FileHandle; readonly size: number } | null> {
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  let handle: FileHandle | null = null;
  try {
    handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = await handle.stat();
    if (stat.isFile()) return { handle, size: stat.size };
  } catch {
    // It counts as gone.
  }
  await handle?.close().catch(() => {});
  return null;
}

/** Removes a spill file; one that cannot be removed is left to the next sweep. */
export async function removeSpill(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch {
    return false;
  }
}

/** Removes spill files last written more than `maxAgeMinutes` ago and returns how many. Never throws; other files stay. */
export async function sweepSpills(folder: string, maxAgeMinutes: number): Promise<number> {
  const oldest = Date.now() - maxAgeMinutes * 60_000;
  let removed = 0;
  for (const name of await namesIn(folder)) {
    if (!spillFileName.test(name)) continue;
    const path = join(folder, name);
    if ((await isOldFile(path, oldest)) && (await removeSpill(path))) removed += 1;
  }
  return removed;
}

/** Milliseconds between two sweeps of a folder by one process. */
const sweepEveryMs = 60_000;
const sweptAt = new Map<string, number>();

/**
 * Sweeps a folder in the background, unless this process did so within the last minute: a sweep examines every file, and one
 * for each new file would pile up on a busy server.
 */
export function sweepSometimes(folder: string, maxAgeMinutes: number): void {
  const last = sweptAt.get(folder);
  if (last !== undefined && performance.now() - last < sweepEveryMs) return;
  sweptAt.set(folder, performance.now());
  void sweepSpills(folder, maxAgeMinutes);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    const stat = await lstat(folder);
    return stat.isDirectory() && problemOfOurs(stat) === null ? await readdir(folder) : [];
  } catch {
    return [];
  }
}

async function isOldFile(path: string, oldest: number): Promise<boolean> {
  try {
    const stat = await lstat(path);
    return stat.isFile() && stat.mtimeMs < oldest;
  } catch {
    return false;
  }
}
