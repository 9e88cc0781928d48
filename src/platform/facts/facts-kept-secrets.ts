import { join } from 'node:path';
import { isSensitiveName, tellingParts } from '../../core/paths/sensitive.ts';
import { gitFoldersFrom } from './facts-git-folders.ts';
import { filesNamedIn } from './facts-git-links.ts';
import type { PathLook } from './facts-paths.ts';
import { hashBytesOf } from './facts-repository.ts';

/** Beyond that a look takes longer than a judgement may: near a tenth of a second. */
const mostEntries = 16_384;

/** Most paths are ruled out by this one look. */
const telling = new RegExp(tellingParts.map((part) => part.replace('.', '\\.')).join('|'), 'i');

/**
 * The absolute paths of files that usually hold secrets by their names, as the repositories that git may find from a real folder
 * have them in their indexes; an index that is too large to be looked through counts as one without any.
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
