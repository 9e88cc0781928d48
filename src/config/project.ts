import { dirname, join } from 'node:path';

export const projectFileName = '.agent-tools.json';

/**
 * The nearest project file from `cwd` (absolute) upward, not above the folder that contains `.git`; without such a folder only in
 * `cwd`. Null for none.
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
