import { dirname, join } from 'node:path';

export const projectFileName = '.agent-tools.json';

/**
 * The project file nearest upward from `cwd` (absolute), not above the folder that holds `.git`; without such a folder
 * only `cwd` itself is looked at. Null when there is none.
 */
export async function findProjectFile(
  cwd: string,
  exists: (path: string) => boolean | Promise<boolean>,
): Promise<string | null> {
  let found: string | null = null;
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, projectFileName);
    if (found === null && (await exists(file))) {
      if (folder === cwd) return file;
      found = file;
    }
    if (await exists(join(folder, '.git'))) return found;
    if (folder === dirname(folder)) return null;
  }
}
