import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import type { Workspace } from '../../core/context.ts';
import { cannot, errnoOf } from '../../core/failure.ts';
import { expandHome, isInsideAny } from '../../core/paths/containment.ts';
import { nativeWindowsPath, windowsPathProblem } from '../../core/paths/windows-path.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { systemState } from './file-failure.ts';
import { linkOrNull } from './stats.ts';
import { isUndecodable, replacement } from './undecodable.ts';

const mostLinks = 40;

/** A path given by a caller, resolved once. */
export interface ResolvedPath {
  /** Absolute, with the symlinks of the longest existing prefix resolved. */
  readonly path: string;
  readonly given: string;
  /** Whether `path` is inside the workspace. */
  readonly inside: boolean;
}

function loopError(path: string): Error {
  return Object.assign(new Error(`ELOOP: too many symbolic links, "${path}"`), { code: 'ELOOP' });
}

/** The system's error for bytes that are no characters. */
function undecodableError(path: string): Error {
  return Object.assign(new Error(`EILSEQ: a name is not UTF-8, "${path}"`), { code: 'EILSEQ' });
}

/** Follows `path` like `resolveRealPath`; `links` counts all links followed so far. */
function follow(path: string, links: { count: number }): string {
  try {
    const real = realpathSync.native(path);
    if (isUndecodable(path, real)) throw undecodableError(path);
    return real;
  } catch (error) {
    const code = errnoOf(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  }
  const folder = dirname(path);
  if (folder === path) return path;
  const realFolder = follow(folder, links);
  const named = join(realFolder, basename(path));
  const target = linkOrNull(named);
  if (target === null) return named;
  if (target.includes(replacement)) throw undecodableError(path);
  links.count += 1;
  if (links.count > mostLinks) throw loopError(path);
  // Not joined, as that would remove a name followed by `..` even if the name is a link.
  return follow(isAbsolute(target) ? target : `${realFolder}${sep}${target}`, links);
}

/**
 * The absolute `path` with the symlinks of its longest existing prefix resolved. A dangling symlink leads to its target, and
 * dots after a link go up from that link's target. Throws the system's error for a loop or a folder that may not be searched.
 */
export function resolveRealPath(path: string): string {
  return follow(path, { count: 0 });
}

const folderEnd = sep === '/' ? /(^|\/)\.{0,2}$/ : /(^|[\\/])\.{0,2}$/;

/** Whether a path as written can only be a folder's: after a final separator, `.` or `..` the system finds no file. */
export function namesFolder(given: string): boolean {
  return folderEnd.test(given);
}

/** The path in this system's form; throws `tool_failed` for names that mean something else than they say. */
function nativePath(given: string, action: string): string {
  if (given === '') throw cannot(action, given, 'the path is empty', 'a path');
  if (given.includes('\0')) {
    throw cannot(action, given.replaceAll('\0', '\\0'), 'the path holds a NUL byte', 'a path');
  }
  if (process.platform !== 'win32') return given;
  const native = nativeWindowsPath(given);
  const problem = windowsPathProblem(native);
  if (problem !== null) throw cannot(action, given, problem, "an ordinary file's path");
  return native;
}

const resolvable = 'a path that can be resolved';

/** Why a path cannot be resolved, and what is wanted instead; null if it is not a system error. */
function pathState(error: unknown): readonly [state: string, wanted: string] | null {
  const code = errnoOf(error);
  switch (code) {
    case null:
      return null;
    case 'ELOOP':
      return ['it leads through a loop of symbolic links', resolvable];
    case 'EACCES':
    case 'EPERM':
      return ['a folder on the way may not be searched', resolvable];
    case 'EILSEQ':
      return ['it leads to a name that is not UTF-8', resolvable];
    default:
      return systemState(code);
  }
}

/** Words for a relative path that leaves the roots: what they are, and what was wanted. */
interface Bounds {
  readonly place?: string;
  readonly wanted?: string;
}

/**
 * Resolves a path given by a caller, relative to the cwd of the workspace. Throws `tool_failed`, naming `action`, for a
 * relative path that leaves the workspace (also through a symlink), and for paths that cannot be resolved.
 */
export async function resolvePath(
  given: string,
  workspace: Workspace,
  action: string,
  { place = 'the workspace', wanted = 'a path inside; give an absolute path' }: Bounds = {},
): Promise<ResolvedPath> {
  const named = expandHome(nativePath(given, action), workspace.home);
  const absolute = isAbsolute(named);
  const lexical = absolute ? normalize(named) : join(workspace.cwd, named);
  const outside = (where: string) =>
    cannot(action, given, `it leads outside ${place} to ${inQuotes(where)}`, wanted);
  if (!absolute && !isInsideAny(lexical, workspace.roots)) throw outside(lexical);
  let path: string;
  try {
    path = resolveRealPath(lexical.length > 1 && lexical.endsWith(sep) ? lexical.slice(0, -1) : lexical);
  } catch (error) {
    const state = pathState(error);
    if (state === null) throw error;
    throw cannot(action, given, ...state);
  }
  const inside = isInsideAny(path, workspace.roots);
  if (!absolute && !inside) throw outside(path);
  return { path, given, inside };
}
