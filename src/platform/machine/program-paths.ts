import { win32 } from 'node:path';
import { nativeWindowsPath, windowsPathProblem } from '../../core/paths/windows-path.ts';

/** Endings of what Windows starts, in the order of its own PATHEXT; the variable may also name what only its shell can open. */
const windowsEndings = ['.com', '.exe', '.bat', '.cmd'];

/** The files that a name may mean on Windows, best first: as written only with an ending, for it starts no file without one. */
function windowsNames(name: string): readonly string[] {
  const added = windowsEndings.map((ending) => name + ending);
  return /\.[^.\\]+$/.test(name) ? [name, ...added] : added;
}

/**
 * The paths at which Windows has a program, best first: at the path that the name is, else in the folders of `searchPath`. None for
 * a name that does not mean the file it looks like.
 */
export function windowsProgramPaths(name: string, cwd: string, searchPath: string): readonly string[] {
  const native = nativeWindowsPath(name);
  if (windowsPathProblem(native) !== null) return [];
  const folders = native.includes('\\') ? [cwd] : searchPath.split(';').filter((folder) => folder !== '');
  return folders.flatMap((folder) => windowsNames(native).map((path) => win32.resolve(cwd, folder, path)));
}
