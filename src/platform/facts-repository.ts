import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errnoOf } from '../core/failure.ts';
import type { RepositoryFact } from '../core/ports.ts';
import { readGitConfig } from './facts-git-config.ts';
import type { PathLook } from './facts-paths.ts';
import { statOrNull } from './stats.ts';

const mostConfigs = 64;

/** The text of a file, null when there is none. What is there and cannot be read counts as an unreadable config. */
function textOf(path: string): string | null {
  try {
    // Most of what is looked for is missing, and an exception costs more than a look.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    return '[';
  }
}

function isFolder(path: string): boolean {
  return statOrNull(path)?.isDirectory() === true;
}

/** Where a `.git` file points, or the folder itself; null when there is no repository. */
function gitFolderAt(folder: string, paths: PathLook): string | null {
  const dot = join(folder, '.git');
  const { stats } = paths.entry(dot);
  if (stats?.isDirectory() === true) return dot;
  const pointed = stats === null ? undefined : /^gitdir: (.+)$/m.exec(textOf(dot) ?? '')?.[1];
  if (pointed !== undefined) return resolve(folder, pointed.trim());
  const bare = ['HEAD', 'objects', 'refs'].every((name) => paths.entry(join(folder, name)).stats !== null);
  return bare ? folder : null;
}

function findGitFolder(start: string, paths: PathLook): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = gitFolderAt(folder, paths);
    if (found !== null) return found;
    if (folder === dirname(folder)) return null;
  }
}

/** Keys by which git's read forms run programs whatever the environment says. */
const driverKeys =
  /^(include\..*|includeif\..*|diff\.external|filter\.\.(clean|smudge|process)|diff\.\.(textconv|command)|merge\.\.driver|gpg(\.\.?\w+)?\.\.?(program|defaultkeycommand)|extensions\.partialclone|remote\.\.promisor)$/;

/** Configs of the repository, of this worktree and of its submodules; null when there are too many to read. */
function configsOf(gitFolder: string): readonly string[] | null {
  const common = textOf(join(gitFolder, 'commondir'))?.trim();
  const shared = common === undefined ? gitFolder : resolve(gitFolder, common);
  const folders = [shared];
  const configs: string[] = [textOf(join(gitFolder, 'config.worktree')) ?? ''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const text = textOf(join(folder, 'config'));
    if (text !== null) configs.push(text);
    if (configs.length > mostConfigs) return null;
    const modules = text === null ? folder : join(folder, 'modules');
    if (isFolder(modules)) {
      for (const name of readdirSync(modules)) {
        if (isFolder(join(modules, name))) folders.push(join(modules, name));
      }
    }
    if (folders.length > mostConfigs) return null;
  }
  return configs;
}

/** Configs of submodules that keep their own `.git` folder in the work tree. */
function embeddedConfigs(start: string): readonly string[] {
  let root = start;
  while (root !== dirname(root) && statOrNull(join(root, '.git')) === null) root = dirname(root);
  const entries = readGitConfig(textOf(join(root, '.gitmodules')) ?? '') ?? [];
  const folders = entries.filter(({ key }) => key === 'submodule..path').slice(0, mostConfigs);
  return folders.flatMap(({ value }) => textOf(join(root, value, '.git', 'config')) ?? []);
}

/** What the repository around a real folder is configured to run, by its own files; null outside any repository. */
export function factOfRepository(folder: string, paths: PathLook): RepositoryFact | null {
  const gitFolder = findGitFolder(folder, paths);
  if (gitFolder === null) return null;
  const configs = configsOf(gitFolder);
  if (configs === null) return { drivers: ['very many submodules'] };
  const entries = [...configs, ...embeddedConfigs(folder)].map(readGitConfig);
  if (entries.includes(null)) return { drivers: ['a file that cannot be read'] };
  const keys = entries.flatMap((list) => list ?? []);
  const drivers = keys.filter(({ key }) => driverKeys.test(key));
  return { drivers: drivers.map(({ key }) => key) };
}
