import { join } from 'node:path';
import { isInRepositoryFolder } from '../../core/names/repository-folders.ts';
import { readRegular } from '../files/read-regular.ts';
import { safeOpen } from '../files/regular-file.ts';
import { sha256 } from '../files/sha256.ts';
import { replacement } from '../files/undecodable.ts';
import { readEntries } from './skill-files.ts';
import type { Snapshot } from './skill-snapshot.ts';
import { mostOfSkill } from './skill-walk.ts';

/** The bytes of a regular file; null for anything else, and if it is too large or cannot be read. */
function bytesOf(path: string, room: number, flags: number): Buffer | null {
  try {
    return readRegular(path, room, flags).bytes;
  } catch {
    return null;
  }
}

/**
 * The files of a skill's folder that can be served, with the bytes of the `wanted` ones: those inside it with UTF-8 names,
 * within the limits of a skill. `first`, which is read through a link too, comes first. Files of version control are
 * excluded. Never throws.
 */
export function readServable(
  folder: string,
  { first, wanted }: { readonly first: string; readonly wanted: string },
): Pick<Snapshot, 'files' | 'kept'> {
  const files = new Map<string, { readonly sha256: string; readonly size: number }>();
  const kept = new Map<string, Uint8Array>();
  let room: number = mostOfSkill.bytes;
  const take = (path: string, flags: number): void => {
    const bytes = files.size < mostOfSkill.files ? bytesOf(join(folder, path), room, flags) : null;
    if (bytes === null) return;
    room -= bytes.length;
    files.set(path, { sha256: sha256(bytes), size: bytes.length });
    if (path === first || path === wanted) kept.set(path, bytes);
  };
  const visit = (relative: string, depth: number): void => {
    if (depth > mostOfSkill.depth || files.size === mostOfSkill.files) return;
    for (const entry of readEntries(join(folder, relative))) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (path === first || entry.name.includes(replacement) || isInRepositoryFolder(entry.name)) continue;
      if (entry.isDirectory()) visit(path, depth + 1);
      else if (entry.isFile()) take(path, safeOpen);
    }
  };
  take(first, 0);
  visit('', 1);
  return { files, kept };
}
