import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../core/paths/containment.ts';
import { realPathIfAny } from '../../platform/files/stats.ts';
import { holdsSomething, type Survey, smallText } from '../../platform/sandbox/sandbox-paths.ts';
import { namedByConfig } from './sandbox-git-config.ts';
import {
  secretFiles,
  secretFolders,
  startFiles,
  startFolders,
  systemSecrets,
  trustedFolders,
} from './sandbox-secrets.ts';

/** A path that a sandboxed command may not change, or not see, even in a writable folder. */
export interface Guard {
  readonly path: string;
  readonly kind: 'hold' | 'hide';
  /** Placeholder that keeps it from being created if missing: a folder, a file with a text, or null for none. */
  readonly ifMissing: 'folder' | { readonly text: string } | null;
  /** Whether nothing may run if this cannot be guarded. */
  readonly isVital: boolean;
}

function hold(path: string, ifMissing: Guard['ifMissing'] = null): Guard {
  return { path, kind: 'hold', ifMissing, isVital: false };
}

function hide(path: string, ifMissing: Guard['ifMissing'] = null): Guard {
  return { path, kind: 'hide', ifMissing, isVital: true };
}

/**
 * Guards below a home: credentials are hidden, files that run by themselves are read-only. `names` maps a name in a home to
 * its name in `home`, or to null to leave it out.
 */
export function homeGuards(
  home: string,
  names: (name: string) => string | null = (name) => name,
): readonly Guard[] {
  const at = (all: readonly string[], guard: (path: string, name: string) => Guard) =>
    all.flatMap((name) => {
      const there = names(name);
      return there === null ? [] : [guard(join(home, there), name)];
    });
  return [
    ...at(secretFolders, (path, name) => hide(path, trustedFolders.has(name) ? 'folder' : null)),
    ...at(secretFiles, (path) => hide(path)),
    ...at(startFiles, (path) => hold(path, { text: '' })),
    ...at(startFolders, (path) => hold(path, 'folder')),
  ];
}

/** The same guards if XDG_CONFIG_HOME is another folder than `.config` of the home. */
export function configGuards(configHome: string): readonly Guard[] {
  const prefix = '.config/';
  return homeGuards(configHome, (name) => (name.startsWith(prefix) ? name.slice(prefix.length) : null));
}

/** Guards that hide credentials outside the home. */
export function systemGuards(): readonly Guard[] {
  return systemSecrets.filter(holdsSomething).map((path) => hide(path));
}

/** Guards of this program's own files: no command may write what it decides by, or see its state. */
export function ownGuards(
  closedPaths: readonly string[],
  folders: { readonly config: string; readonly state: string; readonly cache: string },
): readonly Guard[] {
  const { config, state, cache } = folders;
  return [
    hide(state, 'folder'),
    ...[config, cache].map((path): Guard => ({ ...hold(path, 'folder'), isVital: true })),
    ...closedPaths.filter((path) => ![config, state, cache].includes(path)).map((path) => hold(path)),
  ];
}

/** A folder in which git may be used. */
export interface GitPlace {
  readonly folder: string;
  /** Whether creating a repository there is prevented too. */
  readonly isRoot: boolean;
  /** The home folder, and the configuration files shared by all repositories. */
  readonly home: string;
  readonly commonConfigs: readonly string[];
}

/** Guards for what git runs or obeys in a writable folder. */
export function gitGuards(place: GitPlace, survey: Survey): readonly Guard[] {
  const { folder, isRoot } = place;
  const entry = join(folder, '.git');
  const bare = survey.standingOf(join(folder, 'HEAD')) === 'file' && survey.isFolder(join(folder, 'objects'));
  const own = bare ? repositoryGuards([folder], place) : [];
  switch (survey.standingOf(entry)) {
    case 'missing':
    case 'empty folder':
      return isRoot ? [...own, hold(entry, 'folder')] : own;
    case 'link':
      return [...own, hold(entry)];
    case 'folder':
      return [...own, ...repositoryGuards([entry], place)];
    case 'file':
      return [...own, hold(entry), ...repositoryGuards(linkedStores(entry), place)];
  }
}

/** `stores` are the repository's own folder and, if worktrees share another, that one. */
function repositoryGuards(
  stores: readonly string[],
  { folder, home, commonConfigs }: GitPlace,
): readonly Guard[] {
  const shared = stores.at(-1);
  if (shared === undefined) return [];
  const configs = stores.flatMap((store) => [join(store, 'config'), join(store, 'config.worktree')]);
  const { files, hooks } = namedByConfig({ configs: [...configs, ...commonConfigs], top: folder, home });
  return [
    ...stores.flatMap((store) => gitFolderGuards(store, shared)),
    ...files.map((path) => hold(path, { text: '' })),
    ...hooks.map((path) => hold(path, 'folder')),
  ];
}

/** The stores of a worktree or submodule, whose `.git` is a file that names the folder. */
function linkedStores(file: string): readonly string[] {
  const named = /^gitdir: *(.+)$/m.exec(smallText(file))?.[1];
  const folder = named === undefined ? null : realPathIfAny(resolve(dirname(file), named));
  if (folder === null) return [];
  const common = smallText(join(folder, 'commondir')).trim();
  const shared = common === '' ? null : realPathIfAny(resolve(folder, common));
  return shared === null ? [folder] : [folder, shared];
}

/**
 * Hooks and configuration run programs; `commondir` leads to others (a folder that is its own says "."). Stores of submodules
 * and other worktrees are left alone, and a first one cannot be created: git would use a repository found in a submodule's
 * place, and run its hooks. A file in `remotes` or `branches` is a remote, which may be a repository with hooks that run at a
 * push. `common` is the folder with the configuration of all worktrees, which says whether each also has one of its own.
 */
function gitFolderGuards(folder: string, common: string): readonly Guard[] {
  const config = join(folder, 'config');
  const perWorktree = join(folder, 'config.worktree');
  const isRead = /worktreeconfig/i.test(smallText(join(common, 'config')));
  const isLinked = basename(dirname(folder)) === 'worktrees';
  const ifMissing = (guard: Guard['ifMissing']) => (isLinked ? null : guard);
  return [
    hold(join(folder, 'hooks'), ifMissing('folder')),
    hold(config, ifMissing({ text: '' })),
    hold(perWorktree, isRead ? { text: '' } : null),
    hold(join(folder, 'commondir'), ifMissing({ text: '.\n' })),
    hold(join(folder, 'gitdir')),
    hold(join(folder, 'modules'), ifMissing('folder')),
    ...['remotes', 'branches'].map((name) => hold(join(folder, name), ifMissing('folder'))),
    ...(isLinked ? [] : [hold(join(folder, 'worktrees'), 'folder')]),
  ];
}

/** The folders from `cwd` up to a root that contains it, without the root. */
export function foldersBetween(cwd: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (let at = cwd; at !== root && isInside(at, root); at = dirname(at)) folders.push(at);
  return folders;
}

/** Guards for the paths that a person's settings hide. */
export function listedGuards(paths: readonly string[]): readonly Guard[] {
  return paths.map((path) => hide(path, 'folder'));
}

/**
 * Guards for the skills of a workspace, which are read as instructions. New ones are shown only once a person trusts them,
 * and a placeholder folder would be in the way: `git stash -u` and `git clean -d` fail at what they cannot remove.
 */
export function skillGuards(root: string): readonly Guard[] {
  return [hold(join(root, '.agents'))];
}
