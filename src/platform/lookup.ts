import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, resolve } from 'node:path';

/** Whether `path` is a file this process may execute. */
export function isExecutable(path: string): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The absolute path `name` runs from `cwd`: itself when it holds a slash, else the first executable file of that name in `searchPath`. */
export function findProgram(name: string, cwd: string, searchPath: string): string | null {
  if (name === '') return null;
  if (name.includes('/') || isAbsolute(name)) {
    const path = resolve(cwd, name);
    return isExecutable(path) ? path : null;
  }
  const endings = process.platform === 'win32' ? ['.exe', '.com', ''] : [''];
  for (const folder of searchPath.split(delimiter)) {
    for (const ending of endings) {
      const path = resolve(cwd, folder, name + ending);
      if (isExecutable(path)) return path;
    }
  }
  return null;
}
