import { isUtf8 } from 'node:buffer';
import { existsSync, statSync } from 'node:fs';
import { cannot, errnoOf, isMissing, ToolFailure } from '../../core/failure.ts';
import { reasonOf } from './file-failure.ts';
import { readRegular } from './read-regular.ts';
import { linkToNothing } from './stats.ts';

/** Reads a text file. Throws ToolFailure `invalid_input` if it cannot be read. */
export async function readTextFile(path: string): Promise<string> {
  const text = await readTextFileIfAny(path);
  if (text === null) throw cannot('read', path, 'no such file', 'an existing file', 'invalid_input');
  return text;
}

/** Most bytes of a text; more is not a configuration, a record or an input object. */
export const longestText = 16_777_216;

/**
 * Reads a regular text file; null if there is none. Anything else (a folder, a device, a pipe, too long a file, bytes that
 * would be read as others, a dangling link) throws ToolFailure `invalid_input`. Synchronous: the first use of the thread pool
 * costs more than a millisecond.
 */
export async function readTextFileIfAny(path: string): Promise<string | null> {
  const refuse = (state: string, wanted: string) => cannot('read', path, state, wanted, 'invalid_input');
  try {
    const { stats, bytes } = readRegular(path, longestText);
    if (!stats.isFile())
      throw refuse(stats.isDirectory() ? 'it is a folder' : 'it is not a regular file', 'a file');
    if (bytes === null) throw refuse(`it has ${stats.size} bytes`, `at most ${longestText}`);
    if (!isUtf8(bytes)) throw refuse('it is not UTF-8', 'text');
    return bytes.toString('utf8');
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    if (isMissing(error)) {
      const link = linkToNothing(path);
      if (link === null) return null;
      throw refuse(`"${link}" is a symbolic link to nothing`, 'a file');
    }
    throw refuse(reasonOf(error), 'a file that can be read');
  }
}

/** The text of a regular file up to that length; null if it cannot be read or is something else: a pipe or device may never end. */
export function regularTextOrNull(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? (readRegular(path, longestText).bytes?.toString() ?? null) : null;
  } catch {
    return null;
  }
}

/** Whether anything exists at this path. */
export function pathExists(path: string): boolean {
  return existsSync(path);
}

/**
 * Whether anything exists at this path, dangles through a symbolic link, or cannot be examined: its reader will report that.
 * False if the system says that nothing is there, or the path is too long to exist.
 */
export function isTaken(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined || linkToNothing(path) !== null;
  } catch (error) {
    return !isMissing(error) && errnoOf(error) !== 'ENAMETOOLONG';
  }
}
