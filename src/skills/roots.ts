import { dirname, join, resolve } from 'node:path';
import { expandHome } from '../core/paths/containment.ts';
import { oneLinePath } from '../core/text/one-line.ts';
import { pathExists } from '../platform/files/text-file.ts';
import { reachFolder, realFolderIfAny } from '../platform/skills/skill-files.ts';
import type { SkillSource } from './skill.ts';

/** A folder of skills. */
export interface SkillRoot {
  /** Real path. */
  readonly path: string;
  readonly source: SkillSource;
  readonly trusted: boolean;
}

export interface RootRequest {
  /** Real path. */
  readonly cwd: string;
  readonly home: string;
  /** The user's configuration folder. */
  readonly config: string;
  /** The setting `skills.roots`. */
  readonly named: readonly string[];
}

/** `.agents/skills` in the cwd and the folders above, up to the one with `.git`; without one only in the cwd. */
function projectFolders(cwd: string): readonly string[] {
  const folders: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.push(join(folder, '.agents/skills'));
    if (pathExists(join(folder, '.git'))) return folders;
    if (folder === dirname(folder)) return folders.slice(0, 1);
  }
}

/** The folders of skills, and notices on those that cannot be reached. */
export interface FoundRoots {
  readonly roots: readonly SkillRoot[];
  readonly notices: readonly string[];
}

/**
 * The existing folders of skills in order of precedence: the project's, the user's, `skills.roots`. A project's is trusted if it is
 * also one of the user's or in `skills.roots`, which an untrusted project cannot set.
 */
export function findSkillRoots({ cwd, home, config, named }: RootRequest): FoundRoots {
  const own = [join(config, 'skills'), join(home, '.agents/skills')];
  const roots = named.map((root) => resolve(cwd, expandHome(root, home)));
  const trusted = new Set([...own, ...roots].map(realFolderIfAny));
  const found = new Map<string, SkillRoot>();
  const notices: string[] = [];
  const add = (source: SkillSource, paths: readonly string[]): void => {
    for (const given of paths) {
      const reached = reachFolder(given);
      const { path } = reached;
      if (path !== null && !found.has(path)) found.set(path, { path, source, trusted: trusted.has(path) });
      // Most people do not have all of the default folders.
      if (path === null && (source === 'root' || !reached.isMissing))
        notices.push(`cannot list the skills of ${oneLinePath(given)}: ${reached.problem}`);
    }
  };
  add('project', projectFolders(cwd));
  add('user', own);
  add('root', roots);
  return { roots: [...found.values()], notices };
}
