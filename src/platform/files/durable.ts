import type { FileHandle } from 'node:fs/promises';
import { errnoOf } from '../../core/failure.ts';

/** What fsync(2) says where there is nothing to make durable: some file systems of user space and of other machines have none. */
const withoutSync: ReadonlySet<string> = new Set(['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);

/** Waits until the disk has what was written, as far as its file system can tell. Throws what the system says of a write that failed. */
export async function makeDurable(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!withoutSync.has(errnoOf(error) ?? '')) throw error;
  }
}
