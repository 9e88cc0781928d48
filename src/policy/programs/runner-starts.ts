import { commandOption } from './carrier-forms.ts';
import type { TextForm } from './form-texts.ts';
import { type StartsRow, starting } from './program-start.ts';
import type { RecipeForm } from './recipes.ts';
import type { RunnerForm } from './running.ts';
import { ofContainers } from './valued-options.ts';
import { words } from './words.ts';

/** A command in a container that is named before it. */
const inContainer: RunnerForm = {
  sub: /^(run|exec)$/,
  skip: 1,
  options: {
    ...ofContainers,
    long: [...ofContainers.long, ...words('--gpus --cap-add --cap-drop --device')],
  },
  mounts: true,
};

const byRun: RunnerForm = { sub: /^run$/ };
const byExec: RunnerForm = { sub: /^exec$/ };
/** The sub-commands of `tmux` that start a command. */
const panes: RunnerForm = {
  sub: /^(new(-session|-window|w)?|split(w|-window)|respawn(p|w|-pane|-window)|popup|display-popup)$/,
  options: { valued: 'ceFlnstxy' },
};

/** Settings of `air` that are commands, with one dash or two. */
const airOptions = words('cmd bin full_bin pre_cmd post_cmd').flatMap((name) => [
  `--build.${name}`,
  `-build.${name}`,
]);

const scripts: RecipeForm = { kind: 'json', files: /(^|\/)(package|composer|deno)\.jsonc?$/ };
const javascript: RecipeForm = {
  kind: 'code',
  files: /(^|\/)[\w.-]{0,255}(test|spec|config|gulpfile|Gruntfile|setup)[\w.-]{0,255}\.[cm]?[jt]sx?$/,
};
const keyed = (files: RegExp): RecipeForm => ({ kind: 'lines', files, options: ['-f', '--file', '-c'] });
const nodeScripts: readonly TextForm[] = [
  { options: ['-c', '--call', '--script-shell', '--editor', '--viewer', '--git', '--shell'] },
  { behind: /^(?:script-shell|editor|viewer|shell|git)$/, under: /^(?:config|c|set)$/ },
  {
    anywhere: true,
    under: /^(?:config|c|set)$/,
    value: /^(?:script-shell|editor|viewer|shell|git)=(.*)$/s,
  },
  { anywhere: true, under: /^pkg$/, value: /^scripts\.[^=]+=(.*)$/s },
  { behind: /^[\w:-]+$/, under: /^set-script$/ },
];

/** Runners of packages, environments, containers and tasks, with what they run. */
export const runnerStarts = (): readonly StartsRow[] => [
  starting('bunx', { command: {}, recipes: [javascript] }),
  starting('npx', { command: { valued: 'pc' }, texts: nodeScripts, recipes: [javascript] }),
  starting('uvx', { command: { valued: 'pw', long: words('--from --with --python') } }),
  starting(
    'poetry pipenv pdm rye hatch conda devbox pipx mamba micromamba teller dotenvx op doppler infisical toolbox',
    { subs: [byRun] },
  ),
  starting('uv', { subs: [byRun], enters: words('--directory --project') }),
  starting('foreman', { subs: [byRun], recipes: [keyed(/(^|\/)Procfile(\.\w+)?$/)] }),
  starting('pixi', { subs: [{ sub: /^(run|exec|x)$/ }] }),
  starting('volta', {
    subs: [{ sub: /^run$/, options: { long: words('--node --npm --pnpm --yarn --env') } }],
  }),
  starting('rustup udocker', { subs: [{ sub: /^run$/, skip: 1 }] }),
  starting('bun', { subs: [{ sub: /^(x|run|exec)$/ }], recipes: [scripts, javascript] }),
  starting('bundle rbenv pyenv asdf nodenv goenv jenv xdotool lerna', { subs: [byExec] }),
  starting('npm', {
    subs: [{ sub: /^(exec|x)$/ }],
    texts: nodeScripts,
    enters: words('--prefix -C'),
    recipes: [scripts, javascript],
  }),
  starting('mise', { subs: [{ sub: /^(exec|x)$/ }], recipes: [keyed(/(^|\/)\.?mise(\.\w+)?\.toml$/)] }),
  starting('pnpm', {
    subs: [{ sub: /^(exec|dlx)$/ }],
    texts: nodeScripts,
    enters: words('-C --dir'),
    recipes: [scripts, javascript],
  }),
  starting('yarn', { subs: [{ sub: /^(exec|dlx)$/ }], enters: ['--cwd'], recipes: [scripts, javascript] }),
  starting('direnv nvm apptainer singularity incus multipass aws-vault chamber lxc kubectl', {
    subs: [
      {
        sub: /^exec$/,
        skip: 1,
      },
    ],
  }),
  starting('fnm', {
    subs: [{ sub: /^exec$/, options: { long: words('--using --fnm-dir --node-dist-mirror') } }],
  }),
  starting('tmux byobu byobu-tmux', { subs: [panes] }),
  starting('zellij', {
    subs: [byRun, { sub: /^new-pane$/ }],
    texts: [{ behind: /^write-chars$/ }],
  }),
  starting('ranger', {
    texts: [{ options: ['--cmd'], value: /^:?(?:shell\s+(?:-\w+\s+)?|!)(.*)$/s }],
  }),
  starting('lf', {
    texts: [
      { options: words('-command --command'), value: /^:?\s*[$%!&](.*)$/s },
      { options: words('-remote --remote'), value: /^send\s+(?:\d+\s+)?:?\s*[$%!&](.*)$/s },
    ],
  }),
  starting('air', { texts: [{ options: airOptions }] }),
  starting('pueue', {
    subs: [
      {
        sub: /^add$/,
        options: {
          valued: 'wgadlop',
          long: words('--working-directory --group --after --delay --label --priority'),
        },
      },
    ],
  }),
  starting('docker nerdctl', { subs: [inContainer] }),
  starting('podman', { subs: [inContainer, { sub: /^unshare$/ }] }),
  starting('buildah', { subs: [{ ...inContainer, sub: /^run$/ }, { sub: /^unshare$/ }] }),
  starting('limactl machinectl', { subs: [{ sub: /^shell$/, skip: 1 }] }),
  starting('colima', { subs: [{ sub: /^ssh$/ }] }),
  starting('vagrant', { subs: [{ sub: /^ssh$/ }], texts: commandOption }),
  starting('rr', { subs: [{ sub: /^record$/ }] }),
  starting('wezterm', { subs: [{ sub: /^start$/ }], texts: [{ behind: /^send-text$/ }] }),
  starting('sops', { subs: [{ sub: /^exec-(env|file)$/, skip: 1 }] }),
  starting('cargo-watch', { texts: [{ options: ['-s', '--shell'] }] }),
  starting('tsup', { texts: [{ options: ['--onSuccess'] }] }),
  starting('prove', { texts: [{ options: ['-e', '--exec'] }] }),
  starting('launchctl', { subs: [{ sub: /^submit$/ }] }),
  starting('onchange', { subs: [{ sub: /^--$/ }] }),
  starting('docker-compose', { subs: [{ sub: /^(run|exec)$/, skip: 1 }] }),
  starting('ip', { subs: [{ sub: /^exec$/, under: /^netns$/, skip: 1 }] }),
  starting('nix', { subs: [{ sub: /^(run|develop|shell)$/, mark: /^(-c|--command)$/ }] }),
  starting('guix', { subs: [{ sub: /^(shell|environment)$/ }] }),
  starting('tox', {
    subs: [{ sub: /^(exec|e)$/ }],
    recipes: [keyed(/(^|\/)(tox\.ini|setup\.cfg|pyproject\.toml)$/)],
  }),
  starting('distrobox', { subs: [{ sub: /^enter$/, mark: /^(-e|--exec)$/ }] }),
  starting('adb', { subs: [{ sub: /^shell$/ }] }),
  starting('repo', { texts: [{ options: ['-c'], under: /^forall$/ }] }),
  starting('pm2', { texts: [{ behind: /^start$/ }] }),
  starting('forever', { texts: [{ options: ['-c'] }] }),
  starting('ansible', { texts: [{ options: ['-a', '--args'], value: /^(?:cmd=)?(.*\s.*)$/s }] }),
  starting('salt', { texts: [{ behind: /^cmd\.(?:run|shell|run_all)$/ }] }),
  starting('nix-shell', { texts: [{ options: ['--run', '--command'] }] }),
  starting('nodemon', { texts: [{ options: ['-x', '--exec'] }] }),
  starting('start-server-and-test', { texts: [{ anywhere: true, value: /^(.*\s.*)$/s }] }),
  starting('fly', { texts: [{ options: ['-C', '--command'] }] }),
  starting('gcloud', { texts: [{ options: ['--command'] }] }),
  starting('task go-task', { recipes: [keyed(/(^|\/)[tT]askfile(\.dist)?\.ya?ml$/)] }),
  starting('poe', { recipes: [keyed(/(^|\/)pyproject\.toml$/)] }),
  starting('pre-commit', { recipes: [keyed(/(^|\/)\.pre-commit-config\.yaml$/)] }),
  starting('lefthook', { recipes: [keyed(/(^|\/)\.?lefthook\.ya?ml$/)] }),
  starting('deno', { recipes: [scripts, javascript] }),
  starting('composer', { recipes: [scripts] }),
  starting('vitest jest mocha gulp grunt', { recipes: [javascript] }),
];
