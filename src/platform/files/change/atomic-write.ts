import { constants, type Stats } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { endedBy } from '../../../core/async/clean-up.ts';
import { errnoOf } from '../../../core/failure.ts';
import type { PinnedFolder } from '../folder-pin.ts';
import { safeOpen } from '../regular-file.ts';
import { finishTemp, nameNewFile } from '../temp-file.ts';
import { keepAttributes } from './attributes.ts';

/** Writes all bytes of these parts from the start of the file on; tells how many are written after each write. */
export async function writeAll(
  handle: FileHandle,
  parts: readonly Uint8Array[],
  tell: (written: number) => void = () => {},
): Promise<void> {
  let position = 0;
  for (const bytes of parts) {
    for (let done = 0; done < bytes.length; ) {
      done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
      tell(position + done);
    }
    position += bytes.length;
  }
}

/** Gives the new file the metadata of the one at `path`. */
async function keepMetadata(handle: FileHandle, path: string, old: Stats): Promise<void> {
  const fresh = await handle.stat();
  if (fresh.uid !== old.uid || fresh.gid !== old.gid) await handle.chown(old.uid, old.gid);
  const replaced = await open(path, constants.O_RDONLY | safeOpen);
  await endedBy(
    () => replaced.close(),
    () => keepAttributes(replaced.fd, handle.fd),
  );
  // Set after the owner: a change of owner clears the set-user-id bit.
  await handle.chmod(old.mode & 0o7777);
}

/** Thrown when an existing folder takes no new file: one of /proc, or one removed while open. */
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
  /** What it is to hold, in parts. */
  readonly content: readonly Uint8Array[];
  /** The file to replace, whose mode, owner and extended attributes are kept; null for a new one. */
  readonly old: Stats | null;
  /** Called before the file is moved into place; if it throws, the old one stays. */
  readonly requireWanted: () => void;
}

/**
 * Writes the content to a temp file beside the file, makes them durable and renames it into place: readers, and a crash, see
 * the old or the new file. On an error the temp file is removed, and the system's error, `AttributesLost` or `NoNewFiles` is
 * thrown.
 */
export async function replaceFile({
  folder,
  name,
  temp,
  content,
  old,
  requireWanted,
}: Replacement): Promise<void> {
  const tempPath = folder.at(temp);
  const handle = await makeTemp(tempPath, old === null ? 0o666 : 0o600);
  await finishTemp(
    { path: tempPath, handle },
    async () => {
      await writeAll(handle, content);
      if (old !== null) await keepMetadata(handle, folder.at(name), old);
    },
    async () => {
      requireWanted();
      await (old === null ? nameNewFile : rename)(tempPath, folder.at(name));
    },
  );
}
