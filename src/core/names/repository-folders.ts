/** Folders in which version control systems keep their own data: history, settings, tokens. They hold nobody's work. */
const repositoryFolders: readonly string[] = ['.git', '.svn', '.hg', '.jj', '.bzr', '.sl'];

/** Globs with which ripgrep skips them, unless a search starts inside. They come after every other glob. */
export const withoutRepositories: readonly string[] = repositoryFolders.map((name) => `--iglob=!${name}`);

/** Whether a path leads into such a folder, or to a file in its place (`.git` of a worktree), ignoring case. */
export function isInRepositoryFolder(path: string): boolean {
  return path
    .toLowerCase()
    .split('/')
    .some((name) => repositoryFolders.includes(name));
}
