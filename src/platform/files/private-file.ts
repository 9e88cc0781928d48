import { type FileHandle, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { makeDurable } from './durable.ts';
import { makePrivateFolders } from './private-folders.ts';

/** Whether this is the name under which a file is written before it takes its own. */
export function isTemporary(name: string): boolean {
  return /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}

/** Writes a file only its owner may read, atomically: a reader sees the old content or the new. Throws what the system says. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  makePrivateFolders(dirname(path));
  const temporary = `${path}.${crypto.randomUUID()}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await makeDurable(file);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/**
 * Creates a file only its owner may read; false when there is one already. Throws what the system says, and leaves nothing then; a
 * kill in the middle leaves a part.
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
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  }
}
