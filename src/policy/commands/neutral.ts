import { subCommandAt } from '../programs/git-globals.ts';
import { textOf } from '../shell/arg.ts';
import { noUpdates, reading, type Variables } from './relied-on.ts';
import { isShim } from './shims.ts';
import type { JudgedStep } from './step.ts';

type GitSettings = readonly (readonly [key: string, value: string])[];

/** Harmless settings that keep git from running programs that a repository names. */
const quiet: GitSettings = [
  ['core.fsmonitor', 'false'],
  ['core.pager', 'cat'],
  ['log.showSignature', 'false'],
];

/**
 * Settings for calls with a reading form of git. The summary of `git status` is made by a script, which looks up what it starts
 * on PATH; differences inside of other repositories come from a git that runs there, also where only a commit names one;
 * a merge that is made again is written into the store.
 */
const unscripted: GitSettings = [
  ...quiet,
  ['status.submoduleSummary', 'false'],
  ['diff.submodule', 'short'],
  ['log.diffMerges', 'separate'],
];

/** A search of what the repository keeps is one of no repository inside. */
const searched: GitSettings = [['submodule.recurse', 'false']];

/** Settings for calls that git hooks cannot be meant for: an allowed commit keeps its hooks. */
const strict: GitSettings = [
  ...unscripted,
  ...searched,
  ['core.hooksPath', '/dev/null'],
  ['protocol.ext.allow', 'never'],
];

/** Passes settings in `GIT_CONFIG_*` variables; git before 2.31 only reads the form that `git -c` uses. */
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

/** Variables for calls whose commands are all reading forms of git or other harmless ones. */
const alone = { ...carried(strict), ...reading };
/** Variables for calls with other commands that a rule or a person allows. */
const beside = { ...carried(unscripted), ...reading };
/** The same with a search among them: other commands enter repositories inside only where none is. */
const besideSearch = { ...carried([...unscripted, ...searched]), ...reading };
/** Variables for git commands that a person allows: only the repository's programs are kept out. */
const asked = carried(quiet);

/**
 * Variables for calls that cannot mean project settings: a project's `.npmrc` says where npm writes, and its `go.mod` which
 * toolchain is downloaded and started, even to print a version.
 */
const noProject: Readonly<Record<string, Variables>> = {
  npm: {
    npm_config_logs_max: '0',
    npm_config_logs_dir: '/dev/null',
    npm_config_timing: 'false',
    npm_config_cache: '/dev/null',
  },
  go: { GOTOOLCHAIN: 'local' },
  // Google's build of kubectl asks the cluster for its version before it prints its own. Of settings without a cluster it asks
  // the machine itself, or the cluster it runs in; where they cannot be read it asks none.
  kubectl: { KUBECONFIG: '/dev/null/none' },
};

/** Keeps version managers from installing the version that a project names. */
const noInstalls: Variables = {
  MISE_OFFLINE: '1',
  MISE_EXEC_AUTO_INSTALL: '0',
  MISE_NOT_FOUND_AUTO_INSTALL: '0',
  COREPACK_ENABLE_NETWORK: '0',
  TFENV_AUTO_INSTALL: 'false',
  TENV_AUTO_INSTALL: 'false',
};

/** Whether a call of git is a reading form of a sub-command. */
function reads({ by, step }: JudgedStep, sub: string): boolean {
  const args = step.args.slice(1).map(textOf);
  return by === 'profile' && args[subCommandAt(args)] === sub;
}

/** What git only prints of settings starts nothing; variables set here would be printed as the user's own. */
function ofGit(steps: readonly JudgedStep[], isPlain: boolean): Variables {
  const gits = steps.filter((judged) => judged.program?.base === 'git' && !reads(judged, 'config'));
  if (gits.some(({ by }) => by === 'profile')) {
    // Nobody wants a hook that runs on reading: if there is one, all hooks are disabled.
    const isHooked = gits.some(({ by, hasIndexHook }) => by === 'profile' && hasIndexHook === true);
    if (isPlain || isHooked) return alone;
    return gits.some((judged) => reads(judged, 'grep')) ? besideSearch : beside;
  }
  return gits.some(({ by }) => by === 'none') ? asked : {};
}

/**
 * The variables that keep a call, also one that a person allows, from running programs chosen by a repository, and from
 * writing or connecting where a project says. `isWhole` tells that the steps are the whole call.
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
