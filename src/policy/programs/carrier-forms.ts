function words(text: string): readonly string[] {
  return text.split(' ');
}

/** How a program that starts the command in its words is written. */
export interface CarrierForm {
  /** Letters of short options that take a value. */
  readonly valued: string;
  /** Long options that take a value as their own word. */
  readonly long?: readonly string[];
  /** Long options that take two. */
  readonly pairs?: readonly string[];
  /** Words before the inner command, besides options. */
  readonly skip?: number;
  /** Words that may stand there, too. */
  readonly skips?: RegExp;
}

/** Programs that start the command in their words. */
export const forms: Readonly<Record<string, CarrierForm>> = {
  env: { valued: 'uC', long: ['--unset', '--chdir', '--argv0'] },
  nice: { valued: 'n', long: ['--adjustment'] },
  nohup: { valued: '' },
  time: { valued: 'fo', long: ['--format', '--output'] },
  timeout: { valued: 'ks', long: ['--kill-after', '--signal'], skip: 1 },
  stdbuf: { valued: 'ioe', long: ['--input', '--output', '--error'] },
  command: { valued: '' },
  builtin: { valued: '' },
  exec: { valued: 'a' },
  sudo: {
    valued: 'CDghpRrTtUu',
    long: [
      '--user',
      '--group',
      '--host',
      '--prompt',
      '--chdir',
      '--chroot',
      '--role',
      '--type',
      '--close-from',
    ],
  },
  doas: { valued: 'Cu' },
  run0: { valued: '' },
  pkexec: { valued: '', long: ['--user'] },
  gosu: { valued: '', skip: 1 },
  setsid: { valued: '' },
  setpriv: {
    valued: '',
    long: words(
      '--reuid --regid --ruid --euid --rgid --egid --groups --inh-caps --ambient-caps --bounding-set --securebits --pdeathsig --selinux-label --apparmor-profile --landlock-access --landlock-rule --seccomp-filter',
    ),
  },
  ionice: { valued: 'cnpPu', long: ['--class', '--classdata'] },
  chrt: { valued: 'TPD', skip: 1 },
  taskset: { valued: '', skip: 1 },
  numactl: {
    valued: 'NmiCpPw',
    long: words('--interleave --membind --cpunodebind --physcpubind --preferred --weighted-interleave'),
  },
  unshare: {
    valued: 'RwSGl',
    long: words(
      '--root --wd --setuid --setgid --map-user --map-group --map-users --map-groups --setgroups --propagation --monotonic --boottime --load-interp',
    ),
  },
  nsenter: { valued: 'tSGN', long: words('--target --setuid --setgid --net-socket') },
  chroot: { valued: '', long: ['--userspec', '--groups'], skip: 1 },
  firejail: { valued: '' },
  proot: { valued: 'rbmqwkvRS', long: words('--rootfs --bind --mount --qemu --pwd --cwd --kernel-release') },
  fakeroot: { valued: 'lsifbu' },
  strace: {
    valued: 'aeEIoOpPsSuUX',
    long: words('--output --trace --attach --user --env --string-limit --signal --columns --interruptible'),
  },
  ltrace: { valued: 'aAeDFlnopsuwxX' },
  valgrind: { valued: '' },
  catchsegv: { valued: '' },
  eatmydata: { valued: '' },
  'xvfb-run': { valued: 'efnps' },
  'dbus-run-session': { valued: '' },
  'systemd-run': {
    valued: 'pEHMu',
    long: words(
      '--unit --property --description --slice --uid --gid --nice --working-directory --setenv --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive --on-calendar --path-property --socket-property --timer-property --machine --host --service-type --background',
    ),
  },
  'systemd-inhibit': { valued: '' },
  flock: { valued: 'wE', long: ['--timeout', '--conflict-exit-code'], skip: 1 },
  watch: { valued: 'nd', long: ['--interval'] },
  xargs: {
    valued: 'adEeIiLlnPs',
    long: [
      '--arg-file',
      '--delimiter',
      '--max-lines',
      '--max-args',
      '--max-procs',
      '--max-chars',
      '--replace',
      '--eof',
      '--process-slot-var',
    ],
  },
  parallel: { valued: 'jaNnI', long: ['--jobs', '--arg-file', '--colsep', '--delay'] },
  busybox: { valued: '' },
  toybox: { valued: '' },
  caffeinate: { valued: 'tw' },
  arch: { valued: '' },
  'ssh-agent': { valued: 'aEtO' },
  coproc: { valued: '' },
  noglob: { valued: '' },
  npx: { valued: 'pc' },
  bunx: { valued: '' },
  perf: {
    valued: 'eopFctr',
    long: words('--event --output --pid --freq --cpu --repeat --call-graph'),
    skip: 1,
  },
  gdb: { valued: 'x' },
  screen: { valued: 'cSTehpst' },
  runuser: { valued: 'ugGsw', long: words('--user --group --supp-group --shell --whitelist-environment') },
  unbuffer: { valued: '' },
  faketime: { valued: 'p', skip: 1 },
  proxychains: { valued: 'f' },
  proxychains4: { valued: 'f' },
  torsocks: { valued: 'uPap' },
  torify: { valued: '' },
  chronic: { valued: '' },
  entr: { valued: '' },
  cpulimit: { valued: 'pelP', long: words('--pid --exe --limit --path') },
  'ld.so': {
    valued: '',
    long: words(
      '--library-path --preload --argv0 --audit --inhibit-rpath --glibc-hwcaps-prepend --glibc-hwcaps-mask',
    ),
  },
  prlimit: { valued: 'p', long: words('--pid') },
  setarch: {
    valued: '',
    skips: /^(x86_64|i[3-6]86|linux(32|64)|uname26|aarch64|(arm|ppc|s390|sparc|mips|riscv)\w*)$/,
  },
  linux32: { valued: '' },
  linux64: { valued: '' },
  i386: { valued: '' },
  x86_64: { valued: '' },
  choom: { valued: 'np', long: words('--adjust --pid') },
  uclampset: { valued: 'mMp' },
  schedtool: { valued: 'pnaM' },
  cgexec: { valued: 'g' },
  bwrap: {
    valued: '',
    long: words(
      '--tmpfs --proc --dev --mqueue --dir --chdir --unsetenv --hostname --uid --gid --lock-file --sync-fd --args --seccomp --add-seccomp-fd --cap-add --cap-drop --perms --size --exec-label --file-label --remount-ro --argv0',
    ),
    pairs: words(
      '--bind --ro-bind --dev-bind --bind-try --ro-bind-try --dev-bind-try --setenv --file --bind-data --ro-bind-data --symlink --chmod',
    ),
  },
  'su-exec': { valued: '', skip: 1 },
  'dbus-launch': { valued: '', long: words('--config-file') },
  fakechroot: { valued: 'lsecbd' },
  lldb: { valued: 'oOsSkK', long: words('--one-line --source --file --core') },
  script: { valued: 'EImoOTB', skip: 1 },
  sshpass: { valued: 'pfdP' },
  wsl: { valued: 'du', long: words('--distribution --user --cd') },
  xterm: { valued: 'TnfbgF' },
  konsole: { valued: 'p', long: words('--workdir --profile') },
  'gnome-terminal': { valued: 't', long: words('--title --working-directory --profile') },
  'flatpak-spawn': { valued: '' },
  uvx: { valued: 'pw', long: words('--from --with --python') },
  dotenv: { valued: 'fecvp', skips: /^run$/ },
  envdir: { valued: '', skip: 1 },
  daemonize: { valued: 'acepoluE' },
  heaptrack: { valued: 'o' },
  kitty: { valued: 'cdoT' },
  alacritty: { valued: 'oT' },
  foot: { valued: 'caTw' },
  openvt: { valued: 'c' },
  softlimit: { valued: 'acdfmoprst' },
  chpst: { valued: 'uUbemdolpfrtc' },
  setuidgid: { valued: '', skip: 1 },
  envuidgid: { valued: '', skip: 1 },
  's6-setuidgid': { valued: '', skip: 1 },
  'with-contenv': { valued: '' },
  tini: { valued: 'pe' },
  'dumb-init': { valued: 'r' },
  rlwrap: { valued: 'bCDefgHlOpqSstwz' },
  sg: { valued: 'c', skip: 1 },
  envchain: { valued: '', skip: 1 },
  dtach: { valued: 'ecErz', skip: 1 },
  abduco: { valued: 'e', skip: 1 },
  nq: { valued: '' },
  tsp: { valued: 'LDN' },
  'lxc-attach': { valued: 'nvuga', long: words('--name --user --group') },
  'systemd-nspawn': { valued: 'DMuLEi', long: words('--directory --machine --user --image --setenv --bind') },
  pdsh: { valued: 'wxluftg' },
  pssh: { valued: 'hHlptoeOx' },
  'parallel-ssh': { valued: 'hHlptoeOx' },
  watchexec: {
    valued: 'ewifsdnN',
    long: words('--exts --watch --ignore --filter --signal --debounce --shell'),
  },
};

/** A sub-command of a runner, behind which a command stands. */
export interface RunnerForm {
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

/** Programs with such a sub-command. */
export const running: Readonly<Record<string, RunnerForm>> = {
  poetry: { sub: /^run$/ },
  uv: { sub: /^run$/ },
  pipenv: { sub: /^run$/ },
  pdm: { sub: /^run$/ },
  rye: { sub: /^run$/ },
  hatch: { sub: /^run$/ },
  conda: { sub: /^run$/ },
  bundle: { sub: /^exec$/ },
  npm: { sub: /^(exec|x)$/ },
  pnpm: { sub: /^(exec|dlx)$/ },
  yarn: { sub: /^(exec|dlx)$/ },
  mise: { sub: /^(exec|x)$/ },
  direnv: { sub: /^exec$/, skip: 1 },
  rbenv: { sub: /^exec$/ },
  pyenv: { sub: /^exec$/ },
  docker: { sub: /^(run|exec)$/, skip: 1, options: ofContainers },
  podman: { sub: /^(run|exec)$/, skip: 1, options: ofContainers },
  nerdctl: { sub: /^(run|exec)$/, skip: 1, options: ofContainers },
  buildah: { sub: /^run$/, skip: 1, options: ofContainers },
  apptainer: { sub: /^exec$/, skip: 1 },
  singularity: { sub: /^exec$/, skip: 1 },
  udocker: { sub: /^run$/, skip: 1 },
  incus: { sub: /^exec$/, skip: 1 },
  multipass: { sub: /^exec$/, skip: 1 },
  limactl: { sub: /^shell$/, skip: 1 },
  colima: { sub: /^ssh$/ },
  rr: { sub: /^record$/ },
  zellij: { sub: /^run$/ },
  wezterm: { sub: /^start$/ },
  xdotool: { sub: /^exec$/ },
  sops: { sub: /^exec-env$/, skip: 1 },
  teller: { sub: /^run$/ },
  devbox: { sub: /^run$/ },
  launchctl: { sub: /^submit$/ },
  meson: { sub: /^devenv$/ },
  cmake: { sub: /^(env|time)$/, under: /^-E$/ },
  kubectl: { sub: /^exec$/, skip: 1 },
  'docker-compose': { sub: /^(run|exec)$/, skip: 1 },
  git: { sub: /^(foreach|run)$/, under: /^(submodule|bisect)$/ },
  ip: { sub: /^exec$/, under: /^netns$/, skip: 1 },
  pipx: { sub: /^run$/ },
  nix: { sub: /^(run|develop|shell)$/, mark: /^(-c|--command)$/ },
  guix: { sub: /^(shell|environment)$/ },
  tox: { sub: /^(exec|e)$/ },
  asdf: { sub: /^exec$/ },
  foreman: { sub: /^run$/ },
  dotenvx: { sub: /^run$/ },
  op: { sub: /^run$/ },
  doppler: { sub: /^run$/ },
  infisical: { sub: /^run$/ },
  'aws-vault': { sub: /^exec$/, skip: 1 },
  chamber: { sub: /^exec$/, skip: 1 },
  toolbox: { sub: /^run$/ },
  distrobox: { sub: /^enter$/, mark: /^(-e|--exec)$/ },
  lxc: { sub: /^exec$/, skip: 1 },
  machinectl: { sub: /^shell$/, skip: 1 },
  vagrant: { sub: /^ssh$/ },
  adb: { sub: /^shell$/ },
  cargo: { sub: /^watch$/ },
  lerna: { sub: /^exec$/ },
};
