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
 * Answers what is at paths, examining each only once: a sandbox needs some hundred answers, mostly that nothing is there, and
 * all should be of one moment.
 */
export class Survey {
  readonly #kinds = new Map<string, Kind>();
  readonly #empty = new Map<string, boolean>();
  readonly #folders = new Map<string, string>();

  /** What is at a path itself; a path that cannot be examined counts as missing. */
  standingOf(path: string): Standing {
    const kind = this.#kindOf(path);
    if (kind !== 'folder') return kind;
    const isEmpty = this.#empty.get(path) ?? namesOrNull(path)?.length === 0;
    this.#empty.set(path, isEmpty);
    return isEmpty ? 'empty folder' : kind;
  }

  /** Whether anything is at a path itself. */
  isTaken(path: string): boolean {
    return this.#kindOf(path) !== 'missing';
  }

  /** Whether it is a folder, through links. */
  isFolder(path: string): boolean {
    const kind = this.#kindOf(path);
    return kind === 'link' ? isFolder(path) : kind === 'folder';
  }

  /**
   * Whether this user, and so a command in the sandbox, could make a missing path: not in an unwritable folder of another
   * user. The mode of an own folder could be changed; a folder that does not exist yet will be ours.
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

/** The text of a small file; empty if there is none. */
export function smallText(path: string): string {
  return shortText(path, 'utf8') ?? '';
}

/** Whether it holds anything that this user could read. */
export function holdsSomething(path: string): boolean {
  const stats = statOrNull(path);
  if (stats === null) return false;
  if (!stats.isDirectory()) return isPermitted(path, constants.R_OK);
  const names = namesOrNull(path);
  // The content of an unlistable folder can be reached by those who know its names.
  return names === null ? isPermitted(path, constants.X_OK) : names.length > 0;
}

function isPermitted(path: string, mode: number): boolean {
  return permissionProblem(path, mode) === null;
}

/** Why a path cannot be accessed with `mode`, as the system names it; null if it can. */
function permissionProblem(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return String(errnoOf(error));
  }
}

/** An empty file in the cache folder; if none can be made, the null device, which cannot be opened inside. */
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
