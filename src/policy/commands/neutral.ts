import { textOf } from '../shell/arg.ts';
import { noUpdates, reading, type Variables } from './relied-on.ts';
import { isShim } from './shims.ts';
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

/** Settings as `GIT_CONFIG_*` variables carry them; before 2.31 git reads what `git -c` sets alone. */
function carried(settings: GitSettings): Variables {
  const pairs = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const parameters = settings.map(([key, value]) => `'${key}=${value}'`).join(' ');
  return {
    GIT_CONFIG_PARAMETERS: parameters,
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(pairs),
  };
}

/** What a call needs whose commands are read forms of git and others that were judged harmless. */
const alone = { ...carried(strict), ...reading };
/** What it needs beside commands that a rule or a person allows. */
const beside = { ...carried(quiet), ...reading };
/** What git itself needs where a person allows it: only the repository's programs are kept out. */
const asked = carried(quiet);

/**
 * More, where nothing runs that could mean it: a project's `.npmrc` says where npm writes, and its `go.mod` which toolchain
 * is fetched and started even to tell a version.
 */
const noProject: Readonly<Record<string, Variables>> = {
  npm: {
    npm_config_logs_max: '0',
    npm_config_logs_dir: '/dev/null',
    npm_config_timing: 'false',
    npm_config_cache: '/dev/null',
  },
  go: { GOTOOLCHAIN: 'local' },
  // That of Google's packages asks the cluster for its version before it tells its own.
  kubectl: { KUBECONFIG: '/dev/null' },
};

/** What keeps a manager of versions from fetching the version that a project names. */
const noInstalls: Variables = {
  MISE_OFFLINE: '1',
  MISE_EXEC_AUTO_INSTALL: '0',
  MISE_NOT_FOUND_AUTO_INSTALL: '0',
  COREPACK_ENABLE_NETWORK: '0',
};

/** Whether git only tells settings, which starts nothing: what is set here would be told as if it were the user's. */
function tellsSettings({ by, step }: JudgedStep): boolean {
  return by === 'profile' && textOf(step.args[1]) === 'config';
}

function ofGit(steps: readonly JudgedStep[], isPlain: boolean): Variables {
  const gits = steps.filter((judged) => judged.program?.base === 'git' && !tellsSettings(judged));
  if (gits.some(({ by }) => by === 'profile')) {
    // A hook that a reading runs is nobody's wish: where there is one, none of them runs.
    const isHooked = gits.some(({ by, hasIndexHook }) => by === 'profile' && hasIndexHook === true);
    return isPlain || isHooked ? alone : beside;
  }
  return gits.some(({ by }) => by === 'none') ? asked : {};
}

/**
 * The variables a run needs for what it reads to run no program of a repository's choice, also when a person is asked
 * about the call first, and to write and ask nothing that a project chose. `isWhole` tells that the steps are all there is.
 */
export function neutralEnvironment(steps: readonly JudgedStep[], isWhole: boolean): Variables {
  const isPlain = isWhole && steps.every(({ by, program }) => by === 'profile' || program?.builtin === true);
  const variables = { ...ofGit(steps, isPlain) };
  for (const { by, program } of steps) {
    if (by !== 'profile' || program === null) continue;
    Object.assign(variables, noUpdates[program.base], isPlain ? noProject[program.base] : {});
    if (isPlain && program.fact !== null && isShim(program.fact)) Object.assign(variables, noInstalls);
  }
  return variables;
}
