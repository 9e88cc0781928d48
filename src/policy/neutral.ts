import type { FactBook } from './fact-book.ts';
import { ask, type Ruling } from './ruling.ts';
import type { JudgedStep } from './step.ts';

/** Settings that keep git from running programs a repository names, as `GIT_CONFIG_*` variables carry them. */
const settings: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
  ['protocol.ext.allow', 'never'],
];

/** No refresh of the index, so no hook of it, and no fetching of what a partial clone lacks. */
const always: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_PAGER: 'cat',
};

const alone: Readonly<Record<string, string>> = {
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
  ...always,
};

function isReadOfGit({ program, by }: JudgedStep): boolean {
  return program?.base === 'git' && by === 'profile';
}

/** Whether something besides profiled commands runs, for which git's settings must stay what they are. */
function isMixed(steps: readonly JudgedStep[]): boolean {
  return steps.some(({ by, program }) => by === 'rule' && program?.builtin === false);
}

/**
 * The variables a run needs for its git commands to be as harmless as judged; none when no profile of git allowed one.
 * Settings are overruled only where every command is a profiled one: a commit that a rule allows keeps its hooks.
 */
export function gitEnvironment(steps: readonly JudgedStep[]): Readonly<Record<string, string>> {
  if (!steps.some(isReadOfGit)) return {};
  return isMixed(steps) ? always : alone;
}

/** Where the settings cannot be overruled, a repository that names programs makes its git commands ask. */
export function mixedGitRulings(steps: readonly JudgedStep[], book: FactBook): readonly Ruling[] {
  if (!isMixed(steps)) return [];
  return steps.filter(isReadOfGit).flatMap(({ step }) =>
    (step.cwds ?? []).flatMap((cwd) => {
      const program = book.repository(cwd)?.programs[0];
      return program === undefined ? [] : [ask(`the repository configures programs to run (${program})`)];
    }),
  );
}
