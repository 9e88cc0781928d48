import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, messageOf } from '../../core/failure.ts';
import { oddKind } from '../files/regular-file.ts';
import { replacement } from '../files/undecodable.ts';
import { realFolderIfAny } from './skill-files.ts';

/** Limits of a skill's folder to be trusted by its content, and of what is served of it. */
export const mostOfSkill = { files: 512, bytes: 16_777_216, depth: 8 } as const;

/** Thrown for an entry that is no plain file. */
export class OddEntry extends Error {
  readonly kind: string;

  constructor(path: string, kind: string) {
    super(`${JSON.stringify(path)} is ${kind}`);
    this.kind = kind;
  }
}

/** The error for a folder with more bytes than allowed. */
export function tooManyBytes(): Error {
  return new Error(`it has more than ${mostOfSkill.bytes} bytes`);
}

/**
 * Visits every file of a folder, hidden ones included. `visit` gets its relative path and the bytes left, and returns its
 * size. Throws for links, for exceeded limits, and what `visit` throws.
 */
export function walkSkill(folder: string, visit: (path: string, room: number) => number): void {
  let files = 0;
  let bytes = 0;
  const enter = (relative: string, depth: number): void => {
    if (depth > mostOfSkill.depth) throw new Error(`it is more than ${mostOfSkill.depth} folders deep`);
    for (const entry of entriesOf(folder, relative)) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      // Its bytes are lost: the decoded name does not exist.
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
 * Why a folder cannot be trusted by its content, as far as can be told without opening its files; null if it may be. The
 * words are ours alone: no name or text of the folder is in them. Never throws.
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
