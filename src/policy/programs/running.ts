import { ownValue } from '../../core/record.ts';
import { type Candidate, hasWord } from '../rules/pattern.ts';
import { type CarrierForm, innerOf } from './inner-command.ts';
import { asHere, mountsIn } from './mounts.ts';
import { words } from './words.ts';

/** A sub-command of a runner, behind which a command stands. */
interface RunnerForm {
  readonly sub: RegExp;
  /** Words before the command. */
  readonly skip?: number;
  /** Options that take a value. */
  readonly options?: Pick<CarrierForm, 'valued' | 'long'>;
  /** A word before the sub-command, without which it is another. */
  readonly under?: RegExp;
  /** Words besides `--` behind which the command begins. */
  readonly mark?: RegExp;
}

const ofContainers: Pick<CarrierForm, 'valued' | 'long'> = {
  valued: 'uwevlphmac',
  long: words(
    '--user --workdir --env --env-file --volume --publish --name --network --entrypoint --mount --platform --hostname --label --memory --cpus --gpus --add-host --cap-add --cap-drop --device --tmpfs --ulimit --shm-size --pull --restart --log-driver',
  ),
};

const byRun: RunnerForm = { sub: /^run$/ };
const byExec: RunnerForm = { sub: /^exec$/ };
/** What `tmux` starts a command with; sizes, names and folders stand behind options. */
const panes: RunnerForm = {
  sub: /^(new(-session|-window|w)?|split(w|-window)|respawn(p|w|-pane|-window)|popup|display-popup)$/,
  options: { valued: 'ceFlnstxy' },
};

/** Programs with such a sub-command. */
const running: Readonly<Record<string, RunnerForm | readonly RunnerForm[]>> = {
  poetry: byRun,
  uv: byRun,
  pipenv: byRun,
  pdm: byRun,
  rye: byRun,
  hatch: byRun,
  conda: byRun,
  mamba: byRun,
  micromamba: byRun,
  pixi: { sub: /^(run|exec|x)$/ },
  volta: { sub: /^run$/, options: { long: words('--node --npm --pnpm --yarn --env') } },
  rustup: { sub: /^run$/, skip: 1 },
  bun: { sub: /^(x|run|exec)$/ },
  bundle: byExec,
  npm: { sub: /^(exec|x)$/ },
  pnpm: { sub: /^(exec|dlx)$/ },
  yarn: { sub: /^(exec|dlx)$/ },
  mise: { sub: /^(exec|x)$/ },
  direnv: { sub: /^exec$/, skip: 1 },
  rbenv: byExec,
  pyenv: byExec,
  nodenv: byExec,
  goenv: byExec,
  jenv: byExec,
  fnm: { sub: /^exec$/, options: { long: words('--using --fnm-dir --node-dist-mirror') } },
  nvm: { sub: /^exec$/, skip: 1 },
  tmux: panes,
  byobu: panes,
  'byobu-tmux': panes,
  pueue: {
    sub: /^add$/,
    options: {
      valued: 'wgadlop',
      long: words('--working-directory --group --after --delay --label --priority'),
    },
  },
  docker: { sub: /^(run|exec)$/, skip: 1, options: ofContainers },
  podman: [{ sub: /^(run|exec)$/, skip: 1, options: ofContainers }, { sub: /^unshare$/ }],
  nerdctl: { sub: /^(run|exec)$/, skip: 1, options: ofContainers },
  buildah: [{ sub: /^run$/, skip: 1, options: ofContainers }, { sub: /^unshare$/ }],
  apptainer: { sub: /^exec$/, skip: 1 },
  singularity: { sub: /^exec$/, skip: 1 },
  udocker: { sub: /^run$/, skip: 1 },
  incus: { sub: /^exec$/, skip: 1 },
  multipass: { sub: /^exec$/, skip: 1 },
  limactl: { sub: /^shell$/, skip: 1 },
  colima: { sub: /^ssh$/ },
  rr: { sub: /^record$/ },
  zellij: byRun,
  wezterm: { sub: /^start$/ },
  xdotool: byExec,
  sops: { sub: /^exec-env$/, skip: 1 },
  teller: byRun,
  devbox: byRun,
  launchctl: { sub: /^submit$/ },
  meson: { sub: /^devenv$/ },
  cmake: { sub: /^(env|time|chdir)$/, under: /^-E$/ },
  ctest: { sub: /^--test-command$/ },
  just: { sub: /^(-c|--command)$/ },
  onchange: { sub: /^--$/ },
  kubectl: { sub: /^exec$/, skip: 1 },
  'docker-compose': { sub: /^(run|exec)$/, skip: 1 },
  git: { sub: /^(foreach|run)$/, under: /^(submodule|bisect)$/ },
  ip: { sub: /^exec$/, under: /^netns$/, skip: 1 },
  pipx: byRun,
  nix: { sub: /^(run|develop|shell)$/, mark: /^(-c|--command)$/ },
  guix: { sub: /^(shell|environment)$/ },
  tox: { sub: /^(exec|e)$/ },
  asdf: byExec,
  foreman: byRun,
  dotenvx: byRun,
  op: byRun,
  doppler: byRun,
  infisical: byRun,
  'aws-vault': { sub: /^exec$/, skip: 1 },
  chamber: { sub: /^exec$/, skip: 1 },
  toolbox: byRun,
  distrobox: { sub: /^enter$/, mark: /^(-e|--exec)$/ },
  lxc: { sub: /^exec$/, skip: 1 },
  machinectl: { sub: /^shell$/, skip: 1 },
  vagrant: { sub: /^ssh$/ },
  adb: { sub: /^shell$/ },
  cargo: { sub: /^watch$/ },
  lerna: byExec,
};

/** Whether a program is one with such a sub-command. */
export function isRunner(base: string): boolean {
  return Object.hasOwn(running, base);
}

/** The commands that a runner may start; options of unknown form may take a word, so each later word may be the program. */
export function runBy(base: string, words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  return [ownValue(running, base) ?? []].flat().flatMap((form) => runAs(form, words));
}

function runAs(form: RunnerForm, words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const { sub, under, mark } = form;
  const at = words.findIndex((word, index) => index > 0 && word !== null && sub.test(word));
  if (at === -1) return [];
  if (under !== undefined && !hasWord(words.slice(1, at), under)) return [];
  const ended = words.findIndex(
    (word, index) => index > at && word !== null && (word === '--' || mark?.test(word) === true),
  );
  if (ended !== -1) return [words.slice(ended + 1)];
  const inner = innerOf({ ...form.options, skip: form.skip ?? 0 }, words.slice(at));
  const mounts = form.options === ofContainers ? mountsIn(words.slice(at)) : [];
  const placed = mounts.length === 0 ? inner : inner.flatMap((found) => [found, asHere(found, mounts)]);
  return placed.flatMap((found) => [found, found.slice(1)]).filter((found) => found.length > 0);
}
