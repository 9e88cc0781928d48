import { join } from 'node:path';
import { objectIn } from '../../core/record.ts';
import { unlinkQuietly } from '../../platform/files/unlink-quietly.ts';
import { chainFolder } from '../../platform/store/chained-file.ts';
import { leftNotes, putNote } from '../../platform/store/claimed-notes.ts';

/** A call that its server did not live to write down. */
export interface LostCall {
  /** Its line, as far as it was known when it began. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** The note of it. */
  readonly path: string;
}

/** Where calls are noted that run, beside the trail at `path`. */
const folderOf = (path: string): string => join(chainFolder(path), 'begun');

/** Notes that a call begins, with the line that it gets if nobody lives to write another. The note's path. Throws what the system says. */
export function noteBegun(path: string, entry: object): string {
  return putNote(folderOf(path), JSON.stringify(entry));
}

/**
 * Calls of the trail at `path` that were begun by processes which are gone, oldest first. A note that was cut is of a call that did not
 * begin, and goes.
 */
export function lostCalls(path: string): readonly LostCall[] {
  return leftNotes(folderOf(path))
    .flatMap((note): readonly LostCall[] => {
      const entry = objectIn(note.text);
      if (entry !== null) return [{ entry, path: note.path }];
      unlinkQuietly(note.path);
      return [];
    })
    .sort((a, b) => (String(a.entry.time) < String(b.entry.time) ? -1 : 1));
}

/** Takes notes away once their calls stand in the trail. */
export function dropNotes(paths: readonly (string | null)[]): void {
  for (const path of paths) if (path !== null) unlinkQuietly(path);
}
