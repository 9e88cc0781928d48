import { ownValue } from '../../core/record.ts';
import { hasWord, type Words } from '../rules/pattern.ts';
import { innerOf } from './inner-command.ts';
import { asHere, mountsIn } from './mounts.ts';
import { ofContainers, type ValuedOptions } from './valued-options.ts';
import { each, words } from './words.ts';

/** A sub-command with a command behind it: `poetry run CMD`. */
interface RunnerForm {
  readonly sub: RegExp;
  /** How many operands stand before the command. */
  readonly skip?: number;
  /** Options that take a value. */
  readonly options?: ValuedOptions;
  /** Must match a word before the sub-command. */
  readonly under?: RegExp;
  /** Words behind which the command begins, besides `--`. */
  readonly mark?: RegExp;
}

/** A command in a container that is named before it. */
const inContainer: RunnerForm = {
  sub: /^(run|exec)$/,
  skip: 1,
  options: {
    ...ofContainers,
    long: [...ofContainers.long, ...words('--gpus --cap-add --cap-drop --device')],
  },
};

const byRun: RunnerForm = { sub: /^run$/ };
const byExec: RunnerForm = { sub: /^exec$/ };
/** The sub-commands of `tmux` that start a command. */
const panes: RunnerForm = {
  sub: /^(new(-session|-window|w)?|split(w|-window)|respawn(p|w|-pane|-window)|popup|display-popup)$/,
  options: { valued: 'ceFlnstxy' },
};

/** Programs with such sub-commands. */
const running: Readonly<Record<string, RunnerForm | readonly RunnerForm[]>> = {
  ...each(
    'poetry uv pipenv pdm rye hatch conda mamba micromamba zellij teller devbox pipx foreman dotenvx op doppler infisical toolbox',
    byRun,
  ),
  pixi: { sub: /^(run|exec|x)$/ },
  volta: { sub: /^run$/, options: { long: words('--node --npm --pnpm --yarn --env') } },
  ...each('rustup udocker', { sub: /^run$/, skip: 1 }),
  bun: { sub: /^(x|run|exec)$/ },
  ...each('bundle rbenv pyenv nodenv goenv jenv xdotool asdf lerna', byExec),
  ...each('npm mise', { sub: /^(exec|x)$/ }),
  ...each('pnpm yarn', { sub: /^(exec|dlx)$/ }),
  ...each('direnv nvm apptainer singularity incus multipass kubectl aws-vault chamber lxc', {
    sub: /^exec$/,
    skip: 1,
  }),
  fnm: { sub: /^exec$/, options: { long: words('--using --fnm-dir --node-dist-mirror') } },
  ...each('tmux byobu byobu-tmux', panes),
  pueue: {
    sub: /^add$/,
    options: {
      valued: 'wgadlop',
      long: words('--working-directory --group --after --delay --label --priority'),
    },
  },
  ...each('docker nerdctl', inContainer),
  podman: [inContainer, { sub: /^unshare$/ }],
  buildah: [{ ...inContainer, sub: /^run$/ }, { sub: /^unshare$/ }],
  ...each('limactl machinectl', { sub: /^shell$/, skip: 1 }),
  ...each('colima vagrant', { sub: /^ssh$/ }),
  rr: { sub: /^record$/ },
  wezterm: { sub: /^start$/ },
  sops: { sub: /^exec-env$/, skip: 1 },
  launchctl: { sub: /^submit$/ },
  meson: { sub: /^devenv$/ },
  cmake: { sub: /^(env|time|chdir)$/, under: /^-E$/ },
  ctest: { sub: /^--test-command$/ },
  just: { sub: /^(-c|--command)$/ },
  onchange: { sub: /^--$/ },
  'docker-compose': { sub: /^(run|exec)$/, skip: 1 },
  git: { sub: /^(foreach|run)$/, under: /^(submodule|bisect)$/ },
  ip: { sub: /^exec$/, under: /^netns$/, skip: 1 },
  nix: { sub: /^(run|develop|shell)$/, mark: /^(-c|--command)$/ },
  guix: { sub: /^(shell|environment)$/ },
  tox: { sub: /^(exec|e)$/ },
  distrobox: { sub: /^enter$/, mark: /^(-e|--exec)$/ },
  adb: { sub: /^shell$/ },
  cargo: { sub: /^watch$/ },
};

/** Whether a program has sub-commands that start a command. */
export function isRunner(base: string): boolean {
  return Object.hasOwn(running, base);
}

/** The commands that a runner may start. An unknown option may take a value, so the word after the first may be the program as well. */
export function runBy(base: string, words: Words): readonly Words[] {
  return [ownValue(running, base) ?? []].flat().flatMap((form) => runAs(form, words));
}

function runAs(form: RunnerForm, words: Words): readonly Words[] {
  const { sub, under, mark } = form;
  const at = words.findIndex((word, index) => index > 0 && word !== null && sub.test(word));
  if (at === -1) return [];
  if (under !== undefined && !hasWord(words.slice(1, at), under)) return [];
  const ended = words.findIndex(
    (word, index) => index > at && word !== null && (word === '--' || mark?.test(word) === true),
  );
  if (ended !== -1) return [words.slice(ended + 1)];
  const inner = innerOf({ ...form.options, skip: form.skip ?? 0 }, words.slice(at));
  const mounts = form.options === inContainer.options ? mountsIn(words.slice(at)) : [];
  const placed = mounts.length === 0 ? inner : inner.flatMap((found) => [found, asHere(found, mounts)]);
  return placed.flatMap((found) => [found, found.slice(1)]).filter((found) => found.length > 0);
}
