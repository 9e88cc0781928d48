import { isUtf8 } from 'node:buffer';
import { existsSync, statSync } from 'node:fs';
import { cannot, errnoOf, isMissing, ToolFailure } from '../../core/failure.ts';
import { reasonOf } from './file-failure.ts';
import { readRegular } from './read-regular.ts';
import { linkToNothing } from './stats.ts';

/** The text of a file. Throws ToolFailure `invalid_input` when it cannot be read. */
export async function readTextFile(path: string): Promise<string> {
  const text = await readTextFileIfAny(path);
  if (text === null) throw cannot('read', path, 'no such file', 'an existing file', 'invalid_input');
  return text;
}

/** Bytes of the longest text taken; more is not a configuration, a record or an input object. */
export const longestText = 16_777_216;

/**
 * The text of a regular file, or null when there is none. Anything else (a folder, a device, a pipe, too long a file, bytes that
 * would be read as others, a link to what is not there now) throws ToolFailure `invalid_input`. Reads at once: the first use of the thread pool costs more than a millisecond.
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

/** The text of a regular file that is not longer; null where there is none that can be read, or something else: a pipe or a device may never end. */
export function regularTextOrNull(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? (readRegular(path, longestText).bytes?.toString() ?? null) : null;
  } catch {
    return null;
  }
}

/** Whether anything stands at this path. */
export function pathExists(path: string): boolean {
  return existsSync(path);
}

/**
 * Whether anything stands at this path, is missing behind a symbolic link, or cannot be looked at: whoever reads it is told. Nothing
 * does where the system says so, and where no path of this length leads.
 */
export function isTaken(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined || linkToNothing(path) !== null;
  } catch (error) {
    return !isMissing(error) && errnoOf(error) !== 'ENAMETOOLONG';
  }
}
