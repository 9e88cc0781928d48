import { type FileHandle, link, rename, unlink } from 'node:fs/promises';
import { endedBy } from '../../core/async/clean-up.ts';
import { errnoOf } from '../../core/failure.ts';
import { makeDurable } from './durable.ts';

/** A file being written under a name of its own, in the folder it is meant for. */
export interface TempFile {
  readonly path: string;
  readonly handle: FileHandle;
}

/**
 * Writes a temp file, makes it durable, closes it, and lets `place` give it its name: readers, and a crash, see all of it or
 * nothing. On an error the temp file is removed, and the error thrown; a kill leaves it.
 */
export async function finishTemp(
  { path, handle }: TempFile,
  write: () => Promise<void>,
  place: () => Promise<void>,
): Promise<void> {
  try {
    await endedBy(
      () => handle.close(),
      async () => {
        await write();
        await makeDurable(handle);
      },
    );
    await place();
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  }
}

const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES']);

/** Moves the temp file to its name. Fails with EEXIST if a file appeared there meanwhile, except where the system makes no links. */
export async function nameNewFile(temp: string, target: string): Promise<void> {
  try {
    await link(temp, target);
  } catch (error) {
    if (!linkless.has(errnoOf(error) ?? '')) throw error;
    await rename(temp, target);
    return;
  }
  // The file is in place even if its other name stays, as in a folder that only grows (chattr +a).
  await unlink(temp).catch(() => {});
}
