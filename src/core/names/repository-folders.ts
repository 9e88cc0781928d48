/** Where version control systems keep what is theirs in a working folder: histories, settings, tokens. No work of anybody lies there. */
const repositoryFolders: readonly string[] = ['.git', '.svn', '.hg', '.jj', '.bzr', '.sl'];

/** The globs by which ripgrep leaves out what is in them, unless a search begins there. They stand behind every other glob. */
export const withoutRepositories: readonly string[] = repositoryFolders.map((name) => `--iglob=!${name}`);

/** Whether a path leads into such a folder, or to a file that stands in its place (`.git` of a worktree), in any capitals. */
export function isInRepositoryFolder(path: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .some((name) => repositoryFolders.includes(name));
}
