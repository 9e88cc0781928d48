import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errnoOf } from '../core/failure.ts';

/** Makes one folder; false when it was there. Throws the system's error, also EEXIST for something else in its place. */
async function makeOne(path: string, mode: number): Promise<boolean> {
  try {
    await mkdir(path, mode);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && (await stat(path)).isDirectory()) return false;
    throw error;
  }
}

/**
 * Makes a folder and those above it; returns the topmost one made, null when all were there. (The recursive mkdir of Node
 * never returns where nothing can be made, as below /proc.)
 */
export async function makeFolders(path: string, mode = 0o777): Promise<string | null> {
  try {
    return (await makeOne(path, mode)) ? path : null;
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
  }
  const first = await makeFolders(dirname(path), mode);
  const made = await makeOne(path, mode);
  return first ?? (made ? path : null);
}
