import { join, resolve } from 'node:path';
import type { RepositoryFact } from '../../core/ports.ts';
import { isFolder, lstatOrNull, namesOrNull } from '../files/stats.ts';
import { type GitConfigEntry, readGitConfig } from './facts-git-config.ts';
import {
  dotGitOf,
  type GitFolder,
  gitFoldersFrom,
  isGarbled,
  sharedFolder,
  textOf,
} from './facts-git-folders.ts';
import { indexHook, isDriver, namesFile } from './facts-git-keys.ts';
import { gitLinksOf } from './facts-git-links.ts';
import { type PathLook, realPathOf } from './facts-paths.ts';
import { linksRightIn, textFolders } from './facts-store-links.ts';

const mostConfigs = 64;
/** An unlistable folder can still be entered by those who know the names in it. */
const unlisted = 'a folder that cannot be read';

/** Length of a hash in bytes, in a store with this configuration, which is the shared one: git asks no other, and the last entry counts. */
function hashBytesIn(entries: readonly GitConfigEntry[]): number {
  const format = entries.findLast(({ key }) => key === 'extensions.objectformat')?.value;
  return format === 'sha256' ? 32 : 20;
}

/** Length of a hash in a store, in bytes. */
export function hashBytesOf(gitFolder: string): number {
  return hashBytesIn(readGitConfig(textOf(join(sharedFolder(gitFolder), 'config')) ?? '') ?? []);
}

/** Where the settings of a repository with this folder may be. */
function settingsIn(gitFolder: string): readonly string[] {
  return [join(gitFolder, 'config.worktree'), join(sharedFolder(gitFolder), 'config')];
}

/** Collects what a repository and those inside it configure. */
class Gatherer {
  readonly drivers: string[] = [];
  readonly reads: string[] = [];
  readonly aliases: string[] = [];
  hasIndexHook = false;
  hasLinks = false;
  readonly #paths: PathLook;
  readonly #seen = new Set<string>();
  #configs = 0;

  constructor(paths: PathLook) {
    this.#paths = paths;
  }

  #read(config: string): readonly GitConfigEntry[] {
    const text = textOf(config);
    if (text === null) return [];
    this.#configs += 1;
    const entries = readGitConfig(text);
    if (entries === null) this.drivers.push('a file that cannot be read');
    // Pushed one by one: a configuration may hold more than a call can take as arguments.
    for (const entry of entries ?? []) {
      if (isDriver(entry)) this.drivers.push(entry.name);
      const alias = /^alias\.(.*?)(?:\.command)?$/s.exec(entry.name)?.[1];
      if (alias !== undefined) this.aliases.push(alias.toLowerCase());
    }
    return entries ?? [];
  }

  /** Collects the file that a setting names; one from the home of another user, or where git is installed, is not told. */
  #named({ name, value }: GitConfigEntry, folder: string): void {
    const file = value.replace(/^:\(optional\)/, '');
    if (/^(~[^/]|%\(prefix\)\/)/.test(file)) this.drivers.push(name);
    else if (file !== '') this.reads.push(file.startsWith('~') ? file : resolve(folder, file));
  }

  /** Collects links in a store where git expects files of its own. */
  #links(store: string): void {
    for (const name of textFolders) {
      const links = linksRightIn(join(store, name));
      if (links === null) this.drivers.push(unlisted);
      else this.reads.push(...links);
    }
  }

  /** Collects such links in a store, and in what it keeps of other work trees. */
  #allLinks(store: string): void {
    this.#links(store);
    const trees = join(store, 'worktrees');
    const names = isFolder(trees) ? namesOrNull(trees) : [];
    if (names === null) this.drivers.push(unlisted);
    for (const name of names?.slice(0, mostConfigs) ?? []) this.#links(join(trees, name));
    if ((names?.length ?? 0) > mostConfigs) this.drivers.push('very many work trees');
  }

  /** Reads a folder that may be a submodule's store; returns the folder to search for more. */
  #module(folder: string): string {
    const config = join(folder, 'config');
    if (textOf(config) === null) return folder;
    this.#read(config);
    this.#allLinks(folder);
    return join(folder, 'modules');
  }

  /** Reads the configs of submodules whose stores are in this one. */
  #modules(shared: string): void {
    const folders = [join(shared, 'modules')];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      if (!isFolder(folder)) continue;
      const names = namesOrNull(folder);
      if (names === null) this.drivers.push(unlisted);
      for (const name of names ?? []) {
        const inner = join(folder, name);
        if (isFolder(inner)) folders.push(this.#module(inner));
      }
      if (this.#configs > mostConfigs) return;
      if (folders.length > mostConfigs) {
        this.drivers.push('very many submodules');
        return;
      }
    }
  }

  /** Reads repositories in the work tree that git enters: by `.gitmodules`, and by the index alone. */
  #embedded(top: string, gitFolder: string, hashBytes: number): void {
    const links = gitLinksOf(gitFolder, hashBytes);
    if (links === null) this.drivers.push('an index that cannot be read');
    this.hasLinks ||= links?.length !== 0;
    const entries = readGitConfig(textOf(join(top, '.gitmodules')) ?? '');
    if (entries === null) this.drivers.push('a file that cannot be read');
    const named = (entries ?? []).filter(({ key }) => key === 'submodule..path').map(({ value }) => value);
    for (const path of new Set([...named, ...(links ?? [])])) {
      if (isGarbled(path)) this.drivers.push(unlisted);
      const inner = join(top, path);
      const dot = dotGitOf(inner, this.#paths);
      if (dot !== null) this.gather({ path: dot, top: inner });
    }
  }

  gather({ path, top }: GitFolder): void {
    if (this.#seen.has(path) || this.#configs > mostConfigs) return;
    this.#seen.add(path);
    const shared = sharedFolder(path);
    if (isGarbled(path) || isGarbled(shared)) this.drivers.push(unlisted);
    const [own = [], common = []] = settingsIn(path).map((file) => this.#read(file));
    const entries = [...own, ...common];
    const elsewhere = entries.some(
      ({ key, value }) =>
        key === 'core.worktree' && (top === null || realPathOf(resolve(path, value)) !== realPathOf(top)),
    );
    if (elsewhere) this.drivers.push('core.worktree');
    for (const entry of entries) if (namesFile(entry)) this.#named(entry, top ?? path);
    for (const store of new Set([path, shared])) this.#allLinks(store);
    const hooks = entries.filter(({ key }) => key === 'core.hookspath').map(({ value }) => value);
    for (const folder of [join(shared, 'hooks'), ...hooks.map((named) => resolve(top ?? path, named))])
      this.hasIndexHook ||= lstatOrNull(join(folder, indexHook)) !== null;
    this.#modules(shared);
    if (top !== null) this.#embedded(top, path, hashBytesIn(common));
    if (this.#configs > mostConfigs) this.drivers.push('very many submodules');
  }
}

/** What the repository around a real folder is configured to run, by its own files; null outside a repository. */
export function factOfRepository(folder: string, paths: PathLook): RepositoryFact | null {
  const found = gitFoldersFrom(folder, paths);
  if (found.length === 0) return null;
  const gatherer = new Gatherer(paths);
  for (const gitFolder of found) gatherer.gather(gitFolder);
  const { aliases, drivers, hasIndexHook, hasLinks, reads } = gatherer;
  const top = found.at(-1)?.top ?? null;
  const settings = found.flatMap(({ path }) => settingsIn(path));
  return { aliases, drivers, hasIndexHook, hasLinks, reads, settings, top, isOnly: found.length === 1 };
}
