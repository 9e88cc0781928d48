import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { regularTextOrNull } from '../files/text-file.ts';
import { unlinkQuietly } from '../files/unlink-quietly.ts';
import { isClaimAlive } from '../locks/claim-alive.ts';
import { newClaim } from '../locks/claim-name.ts';

/** Milliseconds (a day) after which a note counts as left if its process cannot be looked up, as one in a container. */
const oldestNoteMs = 86_400_000;

/** A note left in a folder by a process that is gone. */
export interface LeftNote {
  readonly path: string;
  /** Incomplete if its process was killed while writing. */
  readonly text: string;
}

/** Writes a note that only its owner may read into a folder, named after this process. Returns its path; throws the system's error. */
export function putNote(folder: string, text: string): string {
  const path = join(folder, newClaim());
  try {
    writeNew(path, text);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    makePrivateFolders(folder);
    writeNew(path, text);
  }
  return path;
}

/** Writes a new file; on failure, removes it. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    unlinkQuietly(path);
    throw error;
  }
}

/** The notes of processes that are gone; throws the system's error for an existing folder. */
export function leftNotes(folder: string): readonly LeftNote[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    return isClaimAlive(name, path, oldestNoteMs) ? [] : [{ path, text: regularTextOrNull(path) ?? '' }];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[1-9]\d*-\d+-\d+-\d+$/.test(name));
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw error;
  }
}
