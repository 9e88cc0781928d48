import { lstat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import { cannot, errnoOf, type ToolFailure } from '../../core/failure.ts';
import { isInside } from '../../core/paths/containment.ts';
import { systemFailure } from '../files/file-failure.ts';
import { oddKind, requireFilePath } from '../files/regular-file.ts';
import type { ResolvedPath } from '../files/resolve-path.ts';
import { explainMissing, type Listable } from '../files/siblings.ts';

/** Where a search starts, as ripgrep takes it. */
export interface SearchRoot {
  /**
   * Real folder to run in: the root itself, which cannot be swapped once open; for a file, or if a glob names folders, the
   * cwd of the workspace if the search is inside it, so that the glob is relative to that.
   */
  readonly cwd: string;
  /** The root relative to `cwd`, starting with `./`. */
  readonly argument: string;
  readonly isFile: boolean;
  /** Whether it is a folder inside `.git`, which no search enters; a file there is searched if named. */
  readonly isGit: boolean;
}

/** The failure for what the system said about entering a folder. */
function entryFailure(action: string, given: string, error: unknown): ToolFailure {
  return errnoOf(error) === 'EACCES'
    ? cannot(action, given, 'permission denied', 'a folder you may enter')
    : systemFailure(action, given, error);
}

/** Finds the root of a search at a resolved path with a glob; throws `tool_failed` unless a file or folder is there. */
export async function findSearchRoot(
  resolved: ResolvedPath,
  context: { readonly workspace: Workspace } & Listable,
  { action, glob }: { readonly action: string; readonly glob?: string | undefined },
): Promise<SearchRoot> {
  const { path, given } = resolved;
  const { workspace } = context;
  const wanted = action === 'glob' ? 'an existing folder' : 'an existing file or folder';
  const stats = await lstat(path).catch(async (error: unknown) => {
    if (errnoOf(error) !== 'ENOENT') throw systemFailure(action, given, error);
    const { lack, hint } = await explainMissing(resolved, context);
    throw cannot(action, given, `no such file or folder${lack}`, wanted + hint);
  });
  const kind = stats.isDirectory() ? null : oddKind(stats);
  if (kind !== null) throw cannot(action, given, `it is ${kind}`, 'a file or a folder');
  const isFile = stats.isFile();
  if (isFile && action !== 'glob') requireFilePath(action, given);
  // ripgrep is started in it: a failure to enter it would be reported as ripgrep's.
  if (!isFile) {
    await lstat(`${path}/.`).catch((error: unknown) => {
      throw entryFailure(action, given, error);
    });
  }
  const inside = isInside(path, workspace.cwd);
  const isRelative = inside && (isFile || glob?.includes('/') === true);
  const cwd = isRelative ? workspace.cwd : isFile ? dirname(path) : path;
  const way = relative(cwd, path);
  const names = (inside ? relative(workspace.cwd, path) : path).toLowerCase().split(/[\\/]/);
  return { cwd, argument: `./${way}`, isFile, isGit: !isFile && names.includes('.git') };
}

/** The absolute path of a path listed by ripgrep, which starts with `./`. */
export function listedPath({ cwd }: Pick<SearchRoot, 'cwd'>, listed: string): string {
  return join(cwd, listed);
}
