import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { cannot, errnoOf, type ToolFailure } from '../../core/failure.ts';
import { expandHome } from '../../core/paths/containment.ts';
import { systemFailure } from './file-failure.ts';
import { resolveRealPath } from './resolve-path.ts';
import { isUndecodable } from './undecodable.ts';

/** The failure for what the system said about a folder to run in; what it did not say is thrown again. */
export function folderFailure(given: string, error: unknown): ToolFailure {
  const failure = (state: string, wanted = 'an existing folder') => cannot('run in', given, state, wanted);
  switch (errnoOf(error)) {
    case 'ENOENT':
      return failure('no such folder');
    case 'ENOTDIR':
      return failure('a part of the path is not a folder');
    case 'EACCES':
      return failure('permission denied', 'a folder you may enter');
    case 'ENAMETOOLONG':
      return failure('a name in it is too long');
    case 'ELOOP':
      return failure('too many symbolic links');
    default:
      return systemFailure('run in', given, error);
  }
}

/** The folder that this process runs in. Throws ToolFailure when the system cannot name it, as where it was deleted. */
export function ownFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw folderFailure('.', error);
    throw cannot('run in', '.', 'the folder was deleted', 'an existing folder, or one as --cwd');
  }
}

/** Throws ToolFailure unless the folder that this process runs in can be named: it was deleted, or its name as text is another's. */
export function requireOwnFolder(): void {
  const own = ownFolder();
  if (isUndecodable('.', own))
    throw cannot('run in', own, 'its name is not UTF-8', 'a folder whose name is, or --cwd');
}

/** The real path of a folder given absolute, or relative to that which this process runs in; throws as `realFolder` does. */
export function realFolderFromOwn(given: string, home: string): string {
  return realFolder(given, isAbsolute(given) ? given : ownFolder(), home);
}

/** The real path of a folder given relative to `base`. Throws ToolFailure when it is missing, not a folder or out of reach. */
export function realFolder(given: string, base: string, home: string): string {
  if (given.includes('\0'))
    throw cannot('run in', given.replaceAll('\0', '\\0'), 'the path holds a NUL byte', 'an existing folder');
  const path = resolve(base, expandHome(given, home));
  try {
    const real = realpathSync(path);
    if (isUndecodable(path, real))
      throw cannot('run in', given, 'its name is not UTF-8', 'a folder whose name is');
    if (!statSync(real).isDirectory())
      throw cannot('run in', given, 'it is not a folder', 'an existing folder');
    return real;
  } catch (error) {
    throw folderFailure(given, error);
  }
}

/** Where a folder given relative to `base` would be, symlinks of its longest existing prefix resolved; null where the system cannot say. */
export function placeOrNull(given: string, base: string, home: string): string | null {
  if (given.includes('\0')) return null;
  try {
    return resolveRealPath(resolve(base, expandHome(given, home)));
  } catch {
    return null;
  }
}
