import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, isMissing } from '../../core/failure.ts';
import { decodeStrictly } from '../../core/text/utf8.ts';
import { reasonOf } from '../files/file-failure.ts';
import { readRegular } from '../files/read-regular.ts';
import { oddKind } from '../files/regular-file.ts';

/** A folder's real path; null if it is missing or cannot be reached. */
export function realFolderIfAny(path: string): string | null {
  return reachFolder(path).path;
}

/** A path with its symlinks resolved, or why it cannot be reached, in words. */
export type Reached =
  | { readonly path: string; readonly problem: null }
  | { readonly path: null; readonly problem: string; readonly isMissing: boolean };

/** Follows the symlinks of a path to a folder, without checking that a folder is there. */
export function reachFolder(path: string): Reached {
  try {
    return { path: realpathSync(path), problem: null };
  } catch (error) {
    return { path: null, problem: stateOf(error), isMissing: isMissing(error) };
  }
}

/** The sorted names in a folder, or why there are none, in words. */
export interface Listing {
  readonly names: readonly string[];
  readonly problem: string | null;
}

/** The sorted names in a folder that may be folders; symlinks count, their targets are not examined. */
export function listSubfolders(path: string): Listing {
  try {
    const names = readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
      .map(({ name }) => name);
    return { names: names.sort(), problem: null };
  } catch (error) {
    return { names: [], problem: stateOf(error) };
  }
}

/**
 * Relative paths of regular files below a folder, in order: at most `most`, at most `depth` folders deep. Symlinks, hidden
 * names and unreadable folders are skipped.
 */
export function listFilesBelow(
  folder: string,
  { most, depth }: { readonly most: number; readonly depth: number },
): readonly string[] {
  const found: string[] = [];
  const visit = (relative: string, left: number): void => {
    for (const entry of readEntries(join(folder, relative))) {
      if (found.length >= most) return;
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && left > 1) visit(path, left - 1);
    }
  };
  visit('', depth);
  return found;
}

/** The entries of a folder, sorted by name; empty if it cannot be listed. */
export function readEntries(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** The text of a file, or why there is none. */
export type BoundedText =
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: string };

const states: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  ENOTDIR: 'it is not a folder',
  ELOOP: 'it is a loop of symbolic links',
  EACCES: 'permission denied',
  ENXIO: 'it is a socket',
};

function stateOf(error: unknown): string {
  const code = errnoOf(error);
  return states[code ?? ''] ?? reasonOf(error);
}

/**
 * The UTF-8 text of a regular file, following symlinks and without a byte order mark, or the problem in words: more than
 * `limit` bytes, another encoding, a device, no permission, a loop of symlinks. Null if there is none. Never throws.
 */
export function readBoundedText(path: string, limit: number): BoundedText | null {
  try {
    const { stats, bytes } = readRegular(path, limit);
    const kind = oddKind(stats);
    if (kind !== null) return problem(`it is ${kind}`);
    if (stats.size > limit) return problem(`it has ${stats.size} bytes, more than ${limit}`);
    return bytes === null ? problem(`it has more than ${limit} bytes`) : boundedText(bytes, limit);
  } catch (error) {
    if (isMissing(error)) return null;
    return problem(stateOf(error));
  }
}

function problem(sentence: string): BoundedText {
  return { text: null, problem: sentence };
}

/** Decodes bytes as UTF-8 text without a byte order mark; a problem for more than `limit` bytes, a NUL or another encoding. */
export function boundedText(bytes: Uint8Array, limit: number): BoundedText {
  if (bytes.length > limit) return problem(`it has more than ${limit} bytes`);
  if (bytes.includes(0)) return problem('it holds a NUL byte');
  const text = decodeStrictly(bytes);
  return text === null ? problem('it is not UTF-8') : { text: text.replace(/^\ufeff/, ''), problem: null };
}
