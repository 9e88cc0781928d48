import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { endedBy } from '../../core/async/clean-up.ts';
import { errnoOf } from '../../core/failure.ts';
import { makeDurable } from './durable.ts';
import { makePrivateFolders } from './private-folders.ts';

/** Whether a file of this name is a temporary one that is renamed once written. */
export function isTemporary(name: string): boolean {
  return /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}

/** Writes a file only its owner may read, atomically: readers see the old content or the new. Throws the system's error. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  makePrivateFolders(dirname(path));
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    await endedBy(
      () => file.close(),
      async () => {
        await file.writeFile(text);
        await makeDurable(file);
      },
    );
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/**
 * Creates a file only its owner may read; false if it exists. Throws the system's error after removing the file; a kill in
 * the middle leaves a part.
 */
export async function writeNewFile(path: string, text: string): Promise<boolean> {
  makePrivateFolders(dirname(path));
  let file: FileHandle;
  try {
    file = await open(path, 'wx', 0o600);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    await endedBy(
      () => file.close(),
      () => file.writeFile(text),
    );
    return true;
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  }
}
