import { constants, type Stats } from 'node:fs';
import { type FileHandle, link, open, rename, unlink } from 'node:fs/promises';
import { errnoOf } from '../../../core/failure.ts';
import { makeDurable } from '../durable.ts';
import type { PinnedFolder } from '../folder-pin.ts';
import { safeOpen } from '../regular-file.ts';
import { keepAttributes } from './attributes.ts';

/** Writes all of `bytes` at the current position, or at `position` on. */
export async function writeAll(
  handle: FileHandle,
  bytes: Uint8Array,
  position: number | null,
): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done;
    done += (await handle.write(bytes, done, bytes.length - done, at)).bytesWritten;
  }
}

/** Makes the fresh file what the one at `path` is in all but content. */
async function keepMetadata(handle: FileHandle, path: string, old: Stats): Promise<void> {
  const fresh = await handle.stat();
  if (fresh.uid !== old.uid || fresh.gid !== old.gid) await handle.chown(old.uid, old.gid);
  const replaced = await open(path, constants.O_RDONLY | safeOpen);
  try {
    await keepAttributes(replaced.fd, handle.fd);
  } finally {
    await replaced.close();
  }
  // After the owner: a change of owner clears the set-user-id bit.
  await handle.chmod(old.mode & 0o7777);
}

const linkless = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES']);

/** Gives the temp file its name. A file that appeared meanwhile is not replaced (EEXIST then), but for where the system makes no links. */
async function nameNewFile(temp: string, target: string): Promise<void> {
  try {
    await link(temp, target);
  } catch (error) {
    if (!linkless.has(errnoOf(error) ?? '')) throw error;
    await rename(temp, target);
    return;
  }
  // The file is there, whatever becomes of its other name: in a folder that only grows (chattr +a) it stays.
  await unlink(temp).catch(() => {});
}

/** The folder takes no new file, although it is there: one of /proc, or one that was removed and is still open. */
export class NoNewFiles extends Error {}

async function makeTemp(path: string, mode: number): Promise<FileHandle> {
  try {
    return await open(path, 'wx', mode);
  } catch (error) {
    throw errnoOf(error) === 'ENOENT' ? new NoNewFiles() : error;
  }
}

export interface Replacement {
  readonly folder: PinnedFolder;
  readonly name: string;
  /** Name of the temp file, in the same folder. */
  readonly temp: string;
  readonly bytes: Uint8Array;
  /** The file to replace; its mode, owner and extended attributes are kept. Null for a new one. */
  readonly old: Stats | null;
  /** Called before the file takes its place; what it throws keeps the old one. */
  readonly requireWanted: () => void;
}

/**
 * Writes the bytes beside the file, makes them durable and moves them into its place: a reader, and a crash, sees the old or
 * the new file. On an error the temp file is removed, and the system's error, `AttributesLost` or `NoNewFiles` thrown.
 */
export async function replaceFile({
  folder,
  name,
  temp,
  bytes,
  old,
  requireWanted,
}: Replacement): Promise<void> {
  const tempPath = folder.at(temp);
  const handle = await makeTemp(tempPath, old === null ? 0o666 : 0o600);
  try {
    try {
      await writeAll(handle, bytes, null);
      if (old !== null) await keepMetadata(handle, folder.at(name), old);
      await makeDurable(handle);
    } finally {
      await handle.close();
    }
    requireWanted();
    if (old === null) await nameNewFile(tempPath, folder.at(name));
    else await rename(tempPath, folder.at(name));
  } catch (error) {
    await unlink(tempPath).catch(() => {});
    throw error;
  }
}
