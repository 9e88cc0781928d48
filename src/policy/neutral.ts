import type { JudgedStep } from './step.ts';

type GitSettings = readonly (readonly [key: string, value: string])[];

/** Settings that keep git from running programs a repository names and cost nobody anything, whatever else runs. */
const quiet: GitSettings = [
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
];

/** More of them, where nothing runs that could mean what it says: a commit that was allowed keeps its hooks. */
const strict: GitSettings = [...quiet, ['core.hooksPath', '/dev/null'], ['protocol.ext.allow', 'never']];

/** Settings as `GIT_CONFIG_*` variables carry them. */
function carried(settings: GitSettings): Readonly<Record<string, string>> {
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}

/** No refresh of the index, so no hook of it, and no fetching of what a partial clone lacks. */
const reading: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_PAGER: 'cat',
};

/** What a call needs whose commands are read forms of git and others that were judged harmless. */
const alone = { ...carried(strict), ...reading };
/** What it needs beside commands that a rule or a person allows. */
const beside = { ...carried(quiet), ...reading };
/** What git itself needs where a person allows it: only the repository's programs are kept out. */
const asked = carried(quiet);

/**
 * The variables a run needs for its git commands to run no program of a repository's choice, also when a person is asked
 * about the call first; none when no git is read or asked about. `isWhole` tells that the steps are all there is.
 */
export function gitEnvironment(
  steps: readonly JudgedStep[],
  isWhole: boolean,
): Readonly<Record<string, string>> {
  const ofGit = steps.filter(({ program }) => program?.base === 'git');
  if (ofGit.some(({ by }) => by === 'profile')) {
    const isPlain = steps.every(({ by, program }) => by === 'profile' || program?.builtin === true);
    return isWhole && isPlain ? alone : beside;
  }
  return ofGit.some(({ by }) => by === 'none') ? asked : {};
}
