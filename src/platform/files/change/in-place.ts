import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { cannot } from '../../../core/failure.ts';
import { makeDurable } from '../durable.ts';
import { safeOpen } from '../regular-file.ts';
import { writeAll } from './atomic-write.ts';

/** Puts the old bytes back after a failed overwrite; their blocks are still the file's. */
async function restore(handle: FileHandle, old: Uint8Array): Promise<void> {
  await writeAll(handle, old, 0);
  await handle.truncate(old.length);
}

/** A file to overwrite. */
export interface Overwritten {
  readonly path: string;
  /** The path as it was given. */
  readonly shown: string;
  readonly stats: Stats;
  readonly old: Uint8Array;
}

/**
 * Overwrites the file at `path`, which must still be the one of `stats`, keeping its inode. Not atomic: a kill in the middle
 * leaves a mix. After an error of the system, which is thrown, the old bytes stand again.
 */
export async function overwriteInPlace(
  { path, shown, stats, old }: Overwritten,
  bytes: Uint8Array,
): Promise<void> {
  const handle = await open(path, constants.O_WRONLY | safeOpen);
  try {
    const now = await handle.stat();
    if (now.ino !== stats.ino || now.dev !== stats.dev) {
      throw cannot('write', shown, 'it was replaced meanwhile', 'the file that was resolved');
    }
    try {
      await writeAll(handle, bytes, 0);
      await handle.truncate(bytes.length);
      await makeDurable(handle);
    } catch (error) {
      await restore(handle, old);
      throw error;
    }
  } finally {
    await handle.close();
  }
}

/** Writes what a short write left over; when that fails too, its part goes again, unless others have appended since. */
async function finishAppend(
  handle: FileHandle,
  rest: Uint8Array,
  { start, end }: { start: number; end: number },
) {
  try {
    await writeAll(handle, rest, null);
  } catch (error) {
    if ((await handle.stat()).size === end) await handle.truncate(start);
    throw error;
  }
}

/**
 * Appends in one write(2) with O_APPEND, creating the file when it is missing, so that other appenders never tear it. When
 * the disk fills up in the middle, nothing stays of it and the system's error is thrown.
 */
export async function appendOnce(path: string, bytes: Uint8Array): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | safeOpen;
  const handle = await open(path, flags, 0o666);
  try {
    const { size: start } = await handle.stat();
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length, null);
    if (bytesWritten < bytes.length) {
      await finishAppend(handle, bytes.subarray(bytesWritten), { start, end: start + bytesWritten });
    }
    await makeDurable(handle);
  } finally {
    await handle.close();
  }
}
