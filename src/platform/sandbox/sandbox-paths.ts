import { accessSync, constants, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../core/failure.ts';
import { realPathOf } from '../facts/facts-paths.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { shortText } from '../files/short-text.ts';
import { isFolder, lstatOrNull, namesOrNull, statOrNull } from '../files/stats.ts';

type Kind = 'folder' | 'file' | 'link' | 'missing';
export type Standing = Kind | 'empty folder';

/**
 * What stands at paths, each looked at once however often it is asked for: a sandbox is made of some hundred answers, most of
 * them that there is nothing, and all are to be of one moment.
 */
export class Survey {
  readonly #kinds = new Map<string, Kind>();
  readonly #empty = new Map<string, boolean>();
  readonly #folders = new Map<string, string>();

  /** What stands at a path itself; what cannot be looked at counts as missing. */
  standingOf(path: string): Standing {
    const kind = this.#kindOf(path);
    if (kind !== 'folder') return kind;
    const isEmpty = this.#empty.get(path) ?? namesOrNull(path)?.length === 0;
    this.#empty.set(path, isEmpty);
    return isEmpty ? 'empty folder' : kind;
  }

  /** Whether anything stands at a path itself. */
  isTaken(path: string): boolean {
    return this.#kindOf(path) !== 'missing';
  }

  /** Whether it is a folder, through links. */
  isFolder(path: string): boolean {
    const kind = this.#kindOf(path);
    return kind === 'link' ? isFolder(path) : kind === 'folder';
  }

  /**
   * Whether who runs this, and so a command in the sandbox, could make a missing path: not in a folder of somebody else's that may not
   * be written to. The mode of an own one could be changed; a folder that is not there yet will be ours.
   */
  canBeMade(path: string): boolean {
    const folder = dirname(path);
    const stats = statOrNull(folder);
    if (stats === null) return true;
    const problem = permissionProblem(folder, constants.W_OK);
    return problem === null || (problem !== 'EROFS' && stats.uid === process.getuid?.());
  }

  /** Where an absolute path leads, or would if it were made. */
  leadsTo(path: string): string {
    const folder = dirname(path);
    if (folder === path) return path;
    const real = this.#folders.get(folder) ?? this.leadsTo(folder);
    this.#folders.set(folder, real);
    return this.#kindOf(path) === 'link' ? realPathOf(path) : join(real, basename(path));
  }

  #kindOf(path: string): Kind {
    const above = this.#kinds.get(dirname(path));
    const isBelowNothing = above === 'missing' || above === 'file';
    const kind = this.#kinds.get(path) ?? (isBelowNothing ? 'missing' : look(path));
    this.#kinds.set(path, kind);
    return kind;
  }
}

function look(path: string): Kind {
  const stats = lstatOrNull(path);
  if (stats === null) return 'missing';
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'file';
}

/** The text of a small file; empty when there is none. */
export function smallText(path: string): string {
  return shortText(path, 'utf8') ?? '';
}

/** Whether there is anything in it that this user could read. */
export function holdsSomething(path: string): boolean {
  const stats = statOrNull(path);
  if (stats === null) return false;
  if (!stats.isDirectory()) return isPermitted(path, constants.R_OK);
  const names = namesOrNull(path);
  // What is in a folder that cannot be listed can be reached by those who know its name.
  return names === null ? isPermitted(path, constants.X_OK) : names.length > 0;
}

function isPermitted(path: string, mode: number): boolean {
  return permissionProblem(path, mode) === null;
}

/** Why a path may not be used so, as the system names it; null where it may. */
function permissionProblem(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return String(errnoOf(error));
  }
}

/** A file without content in the cache folder; the null device, which cannot be opened inside, where none can be made. */
export function emptyFile(cacheFolder: string): string {
  const path = join(cacheFolder, 'empty');
  try {
    if (statOrNull(path)?.size === 0) return path;
    makePrivateFolders(cacheFolder);
    writeFileSync(path, '', { mode: 0o400 });
    return path;
  } catch {
    return '/dev/null';
  }
}
