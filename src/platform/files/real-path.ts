import { existsSync, realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { cannot, errnoOf } from '../../core/failure.ts';
import { isUndecodable } from './undecodable.ts';

/** The real path of a folder given relative to `base`. Throws ToolFailure when it is missing, not a folder or out of reach. */
export function realFolder(given: string, base: string, home: string): string {
  if (given.includes('\0'))
    throw cannot('run in', given.replaceAll('\0', '\\0'), 'the path holds a NUL byte', 'an existing folder');
  const expanded = given === '~' || given.startsWith('~/') ? home + given.slice(1) : given;
  const path = resolve(base, expanded);
  try {
    const real = realpathSync(path);
    if (isUndecodable(path, real))
      throw cannot('run in', given, 'its name is not UTF-8', 'a folder whose name is');
    if (!statSync(real).isDirectory())
      throw cannot('run in', given, 'it is not a folder', 'an existing folder');
    return real;
  } catch (error) {
    const code = errnoOf(error);
    switch (code) {
      case null:
        throw error;
      case 'ENOENT':
        throw cannot('run in', given, 'no such folder', 'an existing folder');
      case 'ENOTDIR':
        throw cannot('run in', given, 'a part of the path is not a folder', 'an existing folder');
      case 'EACCES':
        throw cannot('run in', given, 'permission denied', 'a folder you may enter');
      case 'ENAMETOOLONG':
        throw cannot('run in', given, 'a name in it is too long', 'an existing folder');
      case 'ELOOP':
        throw cannot('run in', given, 'too many symbolic links', 'an existing folder');
      default:
        throw cannot('run in', given, `the system says ${code}`, 'a folder you may enter');
    }
  }
}

/** The absolute path with every symlink resolved. Throws ToolFailure when there is no such file. */
export async function realPathOf(path: string): Promise<string> {
  try {
    return realpathSync(path);
  } catch (error) {
    throw cannot(
      'find',
      path,
      errnoOf(error) === 'ENOENT' ? 'no such file' : (errnoOf(error) ?? 'it failed'),
      'an existing file',
    );
  }
}

/** The real path of what is there, or null. */
export function realPathIfAny(path: string): string | null {
  try {
    return existsSync(path) ? realpathSync.native(path) : null;
  } catch {
    return null;
  }
}
