import type { FileHandle } from 'node:fs/promises';
import { errnoOf } from '../../core/failure.ts';

/** Error codes of fsync(2) where it is unsupported, as in some user-space and network file systems. */
const withoutSync: ReadonlySet<string> = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/** Waits until written bytes are on disk, as far as the file system can tell. Throws the system's error of a failed write. */
export async function makeDurable(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!withoutSync.has(errnoOf(error) ?? '')) throw error;
  }
}
