import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { afterError, endedBy } from '../../../core/async/clean-up.ts';
import { cannot, errnoOf, messageOf, type ToolFailure } from '../../../core/failure.ts';
import { makeDurable } from '../durable.ts';
import { bytesOf } from '../file-bytes.ts';
import { causedFailure, systemState } from '../file-failure.ts';
import { requireRegular, safeOpen } from '../regular-file.ts';
import { writeAll } from './atomic-write.ts';
import { type Found, requireSameTime } from './snapshot.ts';

/** An overwrite that failed, and how many of the first bytes it may have changed. */
interface Failed {
  readonly error: unknown;
  readonly bytes: number;
}

/** Restores the old bytes after an overwrite that failed with an error, which it returns; the file still owns their blocks. */
async function restore(
  handle: FileHandle,
  { action, shown, old }: Overwritten,
  { error, bytes }: Failed,
): Promise<unknown> {
  try {
    // No others: past a limit on its size the file takes not even those that it has.
    await writeAll(handle, [old.subarray(0, bytes)]);
    await handle.truncate(old.length);
    return error;
  } catch {
    const [state] = systemState(errnoOf(error) ?? messageOf(error));
    const wanted = 'a sound disk; a part of it may be overwritten, so look at what it holds now';
    return cannot(action, shown, `${state}, and what it held could not be put back`, wanted);
  }
}

/** A file to overwrite. */
export interface Overwritten extends Found {
  readonly path: string;
  readonly old: Uint8Array;
}

/**
 * Overwrites the file at `path`, keeping its inode; it must still be the one of `stats`, with their size and time. Not atomic: a
 * kill in the middle leaves a mix. After a system error, which is thrown, the old bytes are restored; if that fails, that error is thrown.
 */
export async function overwriteInPlace(file: Overwritten, content: readonly Uint8Array[]): Promise<void> {
  const { path, action, shown, stats } = file;
  const handle = await open(path, constants.O_WRONLY | safeOpen);
  await endedBy(
    () => handle.close(),
    async () => {
      const now = await handle.stat();
      if (now.ino !== stats.ino || now.dev !== stats.dev) {
        throw cannot(action, shown, 'it was replaced meanwhile', 'the file that was resolved');
      }
      requireSameTime(now, file);
      let written = 0;
      try {
        await writeAll(handle, content, (bytes) => {
          written = bytes;
        });
        await handle.truncate(bytesOf(content));
        await makeDurable(handle);
      } catch (error) {
        // Past a limit on its size a file takes nothing more (write(2)); after another error any part of it may be changed.
        const bytes = errnoOf(error) === 'EFBIG' ? written : file.old.length;
        throw await restore(handle, file, { error, bytes });
      }
    },
  );
}

/** A file to append to: its path, and as given. */
type Appended = Pick<Overwritten, 'path' | 'shown'>;

/**
 * Appends in one write(2) with O_APPEND, creating a missing file, so that appenders never mix their bytes. If the disk fills
 * up in the middle, or fails to store the bytes, the append is undone and the system's error is thrown; if it cannot be undone,
 * or others have appended since, `tool_failed`, which says so.
 */
export async function appendOnce({ path, shown }: Appended, bytes: Uint8Array): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | safeOpen;
  const handle = await open(path, flags, 0o666);
  await endedBy(
    () => handle.close(),
    async () => {
      const found = await handle.stat();
      requireRegular('write', shown, found);
      const { size: start } = found;
      let done = 0;
      try {
        while (done < bytes.length)
          done += (await handle.write(bytes, done, bytes.length - done, null)).bytesWritten;
        await makeDurable(handle);
      } catch (error) {
        const isUndone = done === 0 || (await takeBack(handle, start, start + done));
        throw isUndone ? error : leftBehind(shown, { error, bytes: done });
      }
    },
  );
}

/** Removes what was appended from `start` on, unless the file does not end at `end` any more; false if it stays. */
async function takeBack(handle: FileHandle, start: number, end: number): Promise<boolean> {
  let isEnd = false;
  const isDone = await afterError(async () => {
    isEnd = (await handle.stat()).size === end;
    if (isEnd) await handle.truncate(start);
  });
  return isEnd && isDone;
}

function leftBehind(shown: string, { error, bytes }: { error: unknown; bytes: number }): ToolFailure {
  const [state, wanted] = systemState(errnoOf(error) ?? messageOf(error));
  const left = `the first ${bytes} bytes were appended and could not be taken back`;
  return causedFailure(
    'write',
    shown,
    [`${state}, and ${left}`, `${wanted}; look at what it holds now`],
    error,
  );
}
