import { baseName } from '../programs/base-name.ts';
import type { Candidate } from '../rules/pattern.ts';
import type { OuterVariables } from '../shell/seen-variables.ts';

/** A command of git as it would be told by an option where it works, for each folder that a variable may name. */
export function inWorkTrees(
  [program = null, ...words]: readonly Candidate[],
  variables: OuterVariables | null,
): readonly (readonly Candidate[])[] {
  const isTold = words[0]?.startsWith('--work-tree=') === true;
  if (program === null || variables === null || isTold || baseName(program) !== 'git') return [];
  return variables
    .all('GIT_WORK_TREE')
    .flatMap(([folder = null]) => (folder === null ? [] : [[program, `--work-tree=${folder}`, ...words]]));
}
