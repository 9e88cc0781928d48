import { dirname, join, resolve } from 'node:path';
import { expandHome } from '../../core/paths/containment.ts';
import { type GitConfigEntry, readGitConfig } from '../../platform/facts/facts-git-config.ts';
import { smallText } from '../../platform/sandbox/sandbox-paths.ts';

/** Files and folders named in a repository's configuration that git runs, or obeys as it does its own. */
export interface NamedByConfig {
  /** Files it includes, whatever the condition. */
  readonly files: readonly string[];
  /** Folders of hooks that replace its own. */
  readonly hooks: readonly string[];
}

/** The configuration files of a repository, and the bases of paths in them. */
export interface ConfigPlace {
  readonly configs: readonly string[];
  /** The folder in which its hooks run. */
  readonly top: string;
  /** The home folder, for paths that start with a tilde. */
  readonly home: string;
}

/** Most files that are followed, nested includes counted; git itself follows ten levels. */
const mostFiles = 64;
const includes = /^include(if\.)?\.path$/;

/** Follows the configuration of a repository. Its first files must be guarded or lie outside all writable folders. */
export function namedByConfig({ configs, top, home }: ConfigPlace): NamedByConfig {
  const pathIn = (folder: string, { value }: GitConfigEntry) => resolve(folder, expandHome(value, home));
  const found = new Set(configs);
  const hooks = new Set<string>();
  // Iteration over a set reaches entries that are added meanwhile.
  for (const file of found) {
    if (found.size > mostFiles) break;
    for (const entry of readGitConfig(smallText(file)) ?? []) {
      if (entry.value === '') continue;
      if (includes.test(entry.key)) found.add(pathIn(dirname(file), entry));
      if (entry.key === 'core.hookspath') hooks.add(pathIn(top, entry));
    }
  }
  return { files: [...found].filter((file) => !configs.includes(file)), hooks: [...hooks] };
}

/** The configuration files of the machine and of the person, to which every repository adds its own. */
export function commonConfigs(homes: readonly string[], configHome: string): readonly string[] {
  const own = homes.flatMap((home) => [join(home, '.gitconfig'), join(home, '.config/git/config')]);
  return ['/etc/gitconfig', ...own, join(configHome, 'git/config')];
}
