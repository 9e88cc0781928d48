import { dirname, join, resolve } from 'node:path';
import { expandHome } from '../core/paths/containment.ts';
import { pathExists } from '../platform/files/text-file.ts';
import { realFolderIfAny } from '../platform/skills/skill-files.ts';
import type { SkillSource } from './skill.ts';

/** A folder of skills. */
export interface SkillRoot {
  /** Real. */
  readonly path: string;
  readonly source: SkillSource;
  readonly trusted: boolean;
}

export interface RootRequest {
  /** Real. */
  readonly cwd: string;
  readonly home: string;
  /** The user's configuration folder. */
  readonly config: string;
  /** `skills.roots`. */
  readonly named: readonly string[];
}

/** `.agents/skills` of the cwd and the folders above it up to the one that holds `.git`; without one only of the cwd. */
function projectFolders(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(join(folder, '.agents/skills'));
    if (pathExists(join(folder, '.git'))) return folders;
    if (folder === dirname(folder)) return folders.slice(0, 1);
  }
}

/**
 * The folders of skills that exist, in the order in which they win: the project's, the user's, `skills.roots`. A project's is
 * trusted when it is also one of the user's or named in `skills.roots`, which an untrusted project cannot set.
 */
export function findSkillRoots({ cwd, home, config, named }: RootRequest): readonly SkillRoot[] {
  const own = [join(config, 'skills'), join(home, '.agents/skills')];
  const roots = named.map((root) => resolve(cwd, expandHome(root, home)));
  const trusted = new Set([...own, ...roots].map(realFolderIfAny));
  const found = new Map<string, SkillRoot>();
  const add = (source: SkillSource, paths: readonly string[]): void => {
    for (const given of paths) {
      const path = realFolderIfAny(given);
      if (path !== null && !found.has(path)) found.set(path, { path, source, trusted: trusted.has(path) });
    }
  };
  add('project', projectFolders(cwd));
  add('user', own);
  add('root', roots);
  return [...found.values()];
}
