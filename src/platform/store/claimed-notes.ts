import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { regularTextOrNull } from '../files/text-file.ts';
import { unlinkQuietly } from '../files/unlink-quietly.ts';
import { isClaimAlive } from '../locks/claim-alive.ts';
import { newClaim } from '../locks/claim-name.ts';

/** A note whose process cannot be looked up, as one in a container, counts as left after this long: a day. */
const oldestNoteMs = 86_400_000;

/** What a process that is gone left in a folder of notes. */
export interface LeftNote {
  readonly path: string;
  /** Cut short where its process was killed while it wrote. */
  readonly text: string;
}

/** Puts a note that only its owner may read into a folder, under the name of this process. Its path; throws what the system says. */
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

/** Leaves no part behind. */
function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    unlinkQuietly(path);
    throw error;
  }
}

/** The notes of processes that are gone; throws what the system says of a folder that is there. */
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
