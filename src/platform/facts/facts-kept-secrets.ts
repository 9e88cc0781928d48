import { join } from 'node:path';
import { isSensitiveName, tellingParts } from '../../core/paths/sensitive.ts';
import { gitFoldersFrom } from './facts-git-folders.ts';
import { filesNamedIn } from './facts-git-links.ts';
import type { PathLook } from './facts-paths.ts';
import { hashBytesOf } from './facts-repository.ts';

/** Most index entries searched: more take longer than a judgement may, near a tenth of a second. */
const mostEntries = 16_384;

/** Rules out most paths in one test. */
const telling = new RegExp(tellingParts.map((part) => part.replace('.', '\\.')).join('|'), 'i');

/**
 * The absolute paths of files whose names suggest secrets, in the indexes of the repositories that git may find from a real
 * folder. An index too large to search counts as having none.
 */
export function secretsKept(
  folder: string,
  sensitive: readonly string[],
  paths: PathLook,
): readonly string[] {
  const mayBeWanted = (path: string): boolean => sensitive.length > 0 || telling.test(path);
  return gitFoldersFrom(folder, paths).flatMap(({ path, top }) => {
    if (top === null) return [];
    const isPlaced = telling.test(`${top}/`);
    const options = { mayBeWanted: isPlaced ? () => true : mayBeWanted, most: mostEntries };
    const files = filesNamedIn(path, hashBytesOf(path), options).filter((name) => name !== '');
    return files.map((name) => join(top, name)).filter((file) => isSensitiveName(file, sensitive));
  });
}
