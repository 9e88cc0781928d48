import { dirname, join, resolve } from 'node:path';
import { expandHome } from '../../core/paths/containment.ts';
import { type GitConfigEntry, readGitConfig } from '../../platform/facts/facts-git-config.ts';
import { smallText } from '../../platform/sandbox/sandbox-paths.ts';

/** What the configuration of a repository names that git runs, or is led by, as it does its own. */
export interface NamedByConfig {
  /** Files it includes, whatever the condition. */
  readonly files: readonly string[];
  /** Folders of hooks in place of its own. */
  readonly hooks: readonly string[];
}

/** Where a repository's configuration stands, and what paths in it begin at. */
export interface ConfigPlace {
  readonly configs: readonly string[];
  /** The folder its hooks run in. */
  readonly top: string;
  /** The home folder, for paths that begin with a tilde. */
  readonly home: string;
}

/** Files that are followed at most, those included by included ones too; git itself goes ten deep. */
const mostFiles = 64;
const includes = /^include(if\.)?\.path$/;

/** Follows the configuration of a repository, of which the first files are guarded or lie outside all that is writable. */
export function namedByConfig({ configs, top, home }: ConfigPlace): NamedByConfig {
  const pathIn = (folder: string, { value }: GitConfigEntry) => resolve(folder, expandHome(value, home));
  const found = new Set(configs);
  const hooks = new Set<string>();
  // A set is walked to its end with what is added meanwhile.
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

/** Where the machine's configuration and a person's own stand, which every repository adds its own to. */
export function commonConfigs(homes: readonly string[], configHome: string): readonly string[] {
  const own = homes.flatMap((home) => [join(home, '.gitconfig'), join(home, '.config/git/config')]);
  return ['/etc/gitconfig', ...own, join(configHome, 'git/config')];
}
