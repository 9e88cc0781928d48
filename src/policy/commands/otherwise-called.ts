import { baseName } from '../programs/base-name.ts';
import { unknownPart, type Words } from '../rules/pattern.ts';
import type { OuterVariables } from '../shell/seen-variables.ts';

/** Most folders of one `PATH` that are looked at. */
const mostFolders = 16;

const ofSystem = /^\/(?:usr|bin|sbin|opt|snap|nix)(?:\/|$)/;

/** A command by its path in each folder that the script adds to PATH: `PATH=. deploy.sh`. */
function inOwnPath(words: Words, variables: OuterVariables | null): readonly Words[] {
  const [name = null, ...rest] = words;
  if (name === null || name === '' || name.includes('/') || variables?.has('PATH') !== true) return [];
  const texts = variables.all('PATH').flatMap((held) => held.flatMap((text) => text ?? []));
  const folders = new Set(texts.flatMap((text) => text.split(':')));
  const own = [...folders].filter((folder) => !folder.includes(unknownPart) && !ofSystem.test(folder));
  return own.slice(0, mostFolders).map((folder) => {
    const path = folder === '' || folder === '.' ? '.' : folder.replace(/\/+$/, '');
    return [`${path}/${name}`, ...rest];
  });
}

/** A git command with an option for each work tree that `GIT_WORK_TREE` may name. */
function inWorkTrees([program = null, ...words]: Words, variables: OuterVariables | null): readonly Words[] {
  const isTold = words[0]?.startsWith('--work-tree=') === true;
  if (program === null || variables === null || isTold || baseName(program) !== 'git') return [];
  return variables
    .all('GIT_WORK_TREE')
    .flatMap(([folder = null]) => (folder === null ? [] : [[program, `--work-tree=${folder}`, ...words]]));
}

/** Other forms of a command, in which folders from variables are explicit. */
export function otherwiseCalled(words: Words, variables: OuterVariables | null): readonly Words[] {
  return [...inWorkTrees(words, variables), ...inOwnPath(words, variables)];
}
