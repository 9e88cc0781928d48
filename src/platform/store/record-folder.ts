import { lstatSync, readdirSync, type Stats, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cannot, errnoOf } from '../../core/failure.ts';
import { problemOfOurs } from '../files/foreign-writer.ts';
import { isTemporary, writePrivateFile } from '../files/private-file.ts';
import { readRegular } from '../files/read-regular.ts';
import { safeOpen } from '../files/regular-file.ts';

/** Most bytes of a record. */
const longestRecord = 16_777_216;

/** A folder of small files that only the user can have written; otherwise throws ToolFailure `denied`. */
export class RecordFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Names of the records; empty if there is no folder. */
  names(): readonly string[] {
    let stats: Stats;
    try {
      stats = lstatSync(this.path);
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return [];
      throw error;
    }
    const problem = stats.isDirectory() ? problemOfOurs(stats) : 'it is no folder';
    if (problem !== null) throw cannot('trust', this.path, problem, 'a private folder (0700)', 'denied');
    return readdirSync(this.path).filter((name) => name.endsWith('.json'));
  }

  /** The text of a record; null if there is none. Throws an error that says what is wrong with it. */
  read(name: string): string | null {
    const path = join(this.path, name);
    try {
      const { stats, bytes } = readRegular(path, longestRecord, safeOpen);
      const problem = bytes === null ? null : problemOfOurs(stats);
      if (bytes === null || problem !== null) throw new Error(problem ?? 'it is no record');
      return bytes.toString();
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** Writes a record, atomically. */
  write(name: string, text: string): Promise<void> {
    return writePrivateFile(join(this.path, name), text);
  }

  /** Removes unfinished files of killed writers. Only if no other writer can be active. */
  removeUnfinished(): void {
    for (const name of readdirSync(this.path)) if (isTemporary(name)) this.remove(name);
  }

  /** Removes a record; true for exactly one of any number of callers, in whatever processes. */
  remove(name: string): boolean {
    try {
      unlinkSync(join(this.path, name));
      return true;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return false;
      throw error;
    }
  }
}
