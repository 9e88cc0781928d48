import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { makePrivateFolders } from './private-folders.ts';
import { lstatOrNull } from './stats.ts';
import { finishTemp, nameNewFile } from './temp-file.ts';

/** Whether a file of this name is a temporary one that is renamed once written. */
export function isTemporary(name: string): boolean {
  return /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
}

type Place = (temp: string, path: string) => Promise<void>;

async function writePlaced(path: string, text: string, place: Place): Promise<void> {
  const temp = `${path}.${crypto.randomUUID()}`;
  const handle = await open(temp, 'wx', 0o600);
  await finishTemp(
    { path: temp, handle },
    () => handle.writeFile(text),
    () => place(temp, path),
  );
}

/** Writes a file only its owner may read, atomically: readers see the old content or the new. Throws the system's error. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  makePrivateFolders(dirname(path));
  await writePlaced(path, text, rename);
}

/** Creates a file only its owner may read, atomically; false if something has its name. Throws the system's error. */
export async function writeNewFile(path: string, text: string): Promise<boolean> {
  makePrivateFolders(dirname(path));
  if (lstatOrNull(path) !== null) return false;
  try {
    await writePlaced(path, text, nameNewFile);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
}
