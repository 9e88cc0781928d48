import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, messageOf } from '../../core/failure.ts';
import { oddKind } from '../files/regular-file.ts';
import { replacement } from '../files/undecodable.ts';
import { realFolderIfAny } from './skill-files.ts';

/** What a skill's folder may hold to be trusted by its content, and what of it is given to others. */
export const mostOfSkill = { files: 512, bytes: 16_777_216, depth: 8 } as const;

/** Something in a folder that is no plain file. */
export class OddEntry extends Error {
  readonly kind: string;

  constructor(path: string, kind: string) {
    super(`${JSON.stringify(path)} is ${kind}`);
    this.kind = kind;
  }
}

/** That a folder's files have more bytes than it may hold. */
export function tooManyBytes(): Error {
  return new Error(`it has more than ${mostOfSkill.bytes} bytes`);
}

/**
 * Visits every file of a folder, hidden ones included: `visit` is told its path relative to the folder and the bytes that are left,
 * and tells its own. Throws for links, for more than a skill may hold, and what `visit` throws.
 */
export function walkSkill(folder: string, visit: (path: string, room: number) => number): void {
  let files = 0;
  let bytes = 0;
  const enter = (relative: string, depth: number): void => {
    if (depth > mostOfSkill.depth) throw new Error(`it is more than ${mostOfSkill.depth} folders deep`);
    for (const entry of entriesOf(folder, relative)) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      // Its bytes are lost: what this name says is not there.
      if (entry.name.includes(replacement)) throw new OddEntry(path, 'a file whose name is not UTF-8');
      if (entry.isSymbolicLink()) throw new OddEntry(path, 'a symbolic link');
      if (entry.isDirectory()) {
        enter(path, depth + 1);
        continue;
      }
      files += 1;
      if (files > mostOfSkill.files) throw new Error(`it has more than ${mostOfSkill.files} files`);
      bytes += visit(path, mostOfSkill.bytes - bytes);
    }
  };
  if (realFolderIfAny(folder) !== folder) throw new Error('it is a symbolic link or cannot be reached');
  enter('', 1);
}

function entriesOf(folder: string, relative: string): readonly Dirent[] {
  return readdirSync(join(folder, relative), { withFileTypes: true });
}

/**
 * Why a folder cannot be trusted by its content as far as a look tells that opens none of its files; null where it may be. The words
 * are ours alone: neither a name nor a text of the folder is among them. Never throws.
 */
export function surveySkill(folder: string): string | null {
  try {
    walkSkill(folder, (path, room) => {
      const stats = lstatSync(join(folder, path));
      const kind = oddKind(stats);
      if (kind !== null) throw new OddEntry(path, kind);
      if (stats.size > room) throw tooManyBytes();
      return stats.size;
    });
    return null;
  } catch (error) {
    if (error instanceof OddEntry) return `it holds ${error.kind}`;
    return errnoOf(error) === null ? messageOf(error) : 'it cannot be read whole';
  }
}
