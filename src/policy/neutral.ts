import type { JudgedStep } from './step.ts';

/** Settings that keep git from running programs a repository names, as `GIT_CONFIG_*` variables carry them. */
const settings: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.alternateRefsCommand', ''],
  ['diff.external', ''],
  ['log.showSignature', 'false'],
  ['protocol.ext.allow', 'never'],
];

const environment: Readonly<Record<string, string>> = {
  GIT_CONFIG_COUNT: String(settings.length),
  ...Object.fromEntries(
    settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_PAGER: 'cat',
};

/** The variables a run needs for its git commands to be as harmless as judged; none when no profile of git allowed one. */
export function gitEnvironment(steps: readonly JudgedStep[]): Readonly<Record<string, string>> {
  return steps.some(({ program, by }) => program?.base === 'git' && by === 'profile') ? environment : {};
}
