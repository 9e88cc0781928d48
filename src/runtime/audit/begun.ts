import { join } from 'node:path';
import { objectIn } from '../../core/record.ts';
import { unlinkQuietly } from '../../platform/files/unlink-quietly.ts';
import { chainFolder } from '../../platform/store/chained-file.ts';
import { leftNotes, putNote } from '../../platform/store/claimed-notes.ts';

/** A call whose server was killed before it was recorded. */
export interface LostCall {
  /** Its line, as far as known at its start. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Path of its note. */
  readonly path: string;
}

/** The folder with notes of running calls, beside the trail at `path`. */
const folderOf = (path: string): string => join(chainFolder(path), 'begun');

/** Notes that a call starts, with the line to record if it is lost. Returns the note's path. Throws system errors. */
export function noteBegun(path: string, entry: object): string {
  return putNote(folderOf(path), JSON.stringify(entry));
}

/**
 * Calls of the trail at `path` that were started by dead processes, oldest first. An incomplete note is of a call that did not start,
 * and is removed.
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

/** Removes notes once their calls are in the trail. */
export function dropNotes(paths: readonly (string | null)[]): void {
  for (const path of paths) if (path !== null) unlinkQuietly(path);
}
