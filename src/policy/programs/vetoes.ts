import { interpreterOf } from './interpreters.ts';
import { baseName } from './wrappers.ts';

/** Words of a command that an allow rule must spell out, because they carry or choose a program. */
export interface Vetoes {
  /** Indexes into the words after the program. */
  readonly words: ReadonlySet<number>;
  /** Why no rule may allow it at all, or null. */
  readonly never: string | null;
}

interface Carrying {
  readonly short?: string;
  readonly long?: readonly string[];
  /** Whole words, for programs with long options behind one dash or with sub-commands. */
  readonly whole?: RegExp;
}

/** Options that carry or choose a program, of programs that do something else. */
const carrying: Readonly<Record<string, Carrying>> = {
  tar: {
    short: 'IF',
    long: [
      '--checkpoint-action',
      '--to-command',
      '--use-compress-program',
      '--info-script',
      '--new-volume-script',
      '--rsh-command',
      '--rmt-command',
    ],
  },
  bsdtar: { long: ['--use-compress-program'] },
  sort: { long: ['--compress-program'] },
  rg: { long: ['--pre', '--hostname-bin'], short: 'z' },
  ag: { long: ['--pager'] },
  ack: { long: ['--pager'] },
  split: { long: ['--filter'] },
  make: {
    short: 'fIE',
    long: ['--file', '--makefile', '--eval', '--include-dir'],
    whole: /^(SHELL|MAKEFLAGS|MAKEFILES|CC|CXX|LD|AR|.*SHELLFLAGS)[:+?]*=/,
  },
  gmake: {
    short: 'fIE',
    long: ['--file', '--makefile', '--eval', '--include-dir'],
    whole: /^(SHELL|MAKEFLAGS|MAKEFILES|CC|CXX|LD|AR|.*SHELLFLAGS)[:+?]*=/,
  },
  rsync: { short: 'eM', long: ['--rsh', '--rsync-path', '--remote-option'] },
  ssh: { short: 'oFIWO', whole: /./ },
  scp: { short: 'oSF' },
  sftp: { short: 'oSFbD' },
  curl: { short: 'K', long: ['--config', '--engine', '--proxy-command'] },
  wget: { short: 'e', long: ['--execute', '--config', '--use-askpass'] },
  man: { short: 'PHC', long: ['--pager', '--html', '--config-file'] },
  less: { short: 'kPoO', long: ['--lesskey-file', '--lesskey-src'] },
  zip: { long: ['--unzip-command'], short: 'T', whole: /^-TT$/ },
  install: { long: ['--strip-program'] },
  find: { whole: /^-(exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/ },
  fd: { short: 'xX', long: ['--exec', '--exec-batch'] },
  fdfind: { short: 'xX', long: ['--exec', '--exec-batch'] },
  gcc: { short: 'B', whole: /^-(wrapper|fplugin.*|specs.*)$/ },
  cc: { short: 'B', whole: /^-(wrapper|fplugin.*|specs.*)$/ },
  clang: { short: 'B', whole: /^-(load|fplugin.*|Xclang)$/ },
  cmake: { short: 'PEC', whole: /^-DCMAKE_(C|CXX)_COMPILER/ },
  cargo: { long: ['--config'], whole: /^\+/ },
  rustc: { short: 'C', long: ['--codegen'] },
  go: { whole: /^--?(toolexec|exec|vettool|overlay|modfile|ldflags|gcflags|asmflags)(=|$)/ },
  npm: {
    long: [
      '--script-shell',
      '--node-options',
      '--prefix',
      '--userconfig',
      '--globalconfig',
      '--git',
      '--registry',
      '--call',
    ],
    short: 'c',
    whole: /^(exec|x|config|c|set|explore)$/,
  },
  pnpm: { long: ['--script-shell', '--dir', '--config'], whole: /^(exec|dlx|config)$/ },
  yarn: { long: ['--use-yarnrc', '--cwd'], whole: /^(exec|dlx|config)$/ },
  pip: {
    long: [
      '--index-url',
      '--extra-index-url',
      '--find-links',
      '--python',
      '--config-settings',
      '--global-option',
      '--editable',
    ],
    short: 'if',
  },
  pip3: {
    long: [
      '--index-url',
      '--extra-index-url',
      '--find-links',
      '--python',
      '--config-settings',
      '--global-option',
      '--editable',
    ],
    short: 'if',
  },
  docker: { whole: /^(--privileged|-v|--volume|--mount|--device|--pid|--cap-add|--entrypoint)(=|$)/ },
  mvn: { short: 'fs', whole: /^-D(exec\.|maven\.ext)/ },
  gradle: { short: 'IbD', long: ['--init-script', '--build-file'] },
  pytest: { short: 'pco', long: ['--rootdir', '--override-ini', '--confcutdir', '--config-file'] },
  strings: {},
  xxd: {},
};

/** Programs that start the command in their words, so that every word is part of a program. */
const starters: ReadonlySet<string> = new Set(
  (
    'sudo doas su runuser pkexec gosu run0 setsid setpriv chrt ionice taskset numactl cpulimit unshare nsenter chroot bwrap firejail proot fakeroot ' +
    'systemd-run watch unbuffer xvfb-run dbus-run-session proxychains proxychains4 torify torsocks linux32 linux64 setarch catchsegv eatmydata script strace ltrace valgrind perf ' +
    'env nice nohup timeout stdbuf time flock xargs parallel busybox toybox tmux screen ssh expect caffeinate sandbox-exec arch xcrun entr nodemon chpst softlimit daemonize start-stop-daemon ' +
    'exec command builtin eval source . trap coproc noglob'
  ).split(' '),
);

/** Runners of packages and environments: the first operand is the program. */
const runners: Readonly<Record<string, number>> = {
  npx: 1,
  bunx: 1,
  pnpx: 1,
  uvx: 1,
  pipx: 2,
  poetry: 2,
  pipenv: 2,
  uv: 2,
  pdm: 2,
  rye: 2,
  hatch: 2,
  direnv: 2,
  mise: 2,
  asdf: 2,
  devbox: 2,
  nix: 2,
  'nix-shell': 1,
  conda: 2,
  bundle: 2,
  rbenv: 2,
  pyenv: 2,
  kubectl: 0,
  dotnet: 0,
};

function isBeginning(word: string, option: string): boolean {
  const name = word.split('=')[0] ?? word;
  return (
    name === option ||
    (option.startsWith('--') && name.length > 3 && name.startsWith('--') && option.startsWith(name))
  );
}

function carries(word: string, rules: Carrying): boolean {
  if (rules.whole?.test(word) === true) return true;
  if (word.startsWith('--')) return rules.long?.some((option) => isBeginning(word, option)) === true;
  if (!word.startsWith('-') || word.length < 2) return false;
  if (rules.long?.some((option) => !option.startsWith('--') && word === option) === true) return true;
  return [...word.slice(1)].some((letter) => rules.short?.includes(letter) === true);
}

function optionVetoes(args: readonly string[], rules: Carrying): Set<number> {
  const found = new Set<number>();
  for (const [index, word] of args.entries()) {
    if (!carries(word, rules)) continue;
    found.add(index);
    if (!word.includes('=')) found.add(index + 1);
  }
  return found;
}

const gitGlobal: Carrying = {
  short: 'cC',
  long: ['--config-env', '--exec-path', '--git-dir', '--work-tree', '--namespace', '--super-prefix'],
};
const gitAlways: readonly string[] = [
  '--upload-pack',
  '--receive-pack',
  '--exec',
  '--ext-diff',
  '--textconv',
  '--open-files-in-pager',
  '--template',
  '--extcmd',
  '--smtp-server',
  '--config',
];
const gitShort: Readonly<Record<string, string>> = {
  rebase: 'x',
  clone: 'uc',
  grep: 'O',
  difftool: 'xt',
  mergetool: 't',
  archive: '',
  'ls-remote': 'u',
};
const gitRuns =
  /^(bisect|filter-branch|difftool|mergetool|daemon|send-email|instaweb|config|submodule|hook|maintenance|credential.*|remote-.*|shell)$/;

/** Options of git that carry a program: before the sub-command the global ones, after it those of the sub-command. */
function gitVetoes(args: readonly string[]): Set<number> {
  const sub = args.findIndex(
    (word, index) =>
      !word.startsWith('-') && !/^(-C|-c|--git-dir|--work-tree|--namespace)$/.test(args[index - 1] ?? ''),
  );
  const until = sub === -1 ? args.length : sub;
  const found = optionVetoes(args.slice(0, until), gitGlobal);
  const name = args[sub] ?? '';
  if (gitRuns.test(name)) {
    for (let at = until; at < args.length; at += 1) found.add(at);
  }
  const own = optionVetoes(args.slice(until), { short: gitShort[name] ?? '', long: gitAlways });
  for (const index of own) found.add(until + index);
  for (const [index, word] of args.entries()) if (/^(ext|fd)::/.test(word)) found.add(index);
  return found;
}

/** An interpreter's words up to its script; the script's own words are its own business. */
function interpreterVetoes(base: string, args: readonly string[], piped: boolean): Vetoes | null {
  const known = interpreterOf(base);
  if (known === null) return null;
  const words = new Set<number>();
  let script = -1;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '-' || word === '/dev/stdin' || /^\/(dev|proc\/self)\/fd\/0$/.test(word))
      return { words, never: 'it runs what is piped into it' };
    if (!word.startsWith('-') && !(word.startsWith('+') && interpreterOf('sh') === known)) {
      script = index;
      break;
    }
    if (!carries(word, known)) {
      if (known.valued?.includes(word.at(-1) ?? '') === true && word.length === 2) index += 1;
      continue;
    }
    for (let at = index; at < args.length; at += 1) words.add(at);
    return { words, never: null };
  }
  if (script !== -1 && known.subs?.includes(args[script] ?? '') === true) {
    for (let at = 0; at < args.length; at += 1) words.add(at);
  }
  const answersOnly = args.length > 0 && args.every((word) => /^(--version|-v|-V|--help|-h)$/.test(word));
  if (script === -1 && known.readsInput && !answersOnly) {
    return { words, never: piped ? 'it runs what is piped into it' : 'it runs whatever it reads' };
  }
  return { words, never: null };
}

/** The words of a command that a rule must spell out. `args` are the words after the program. */
export function vetoesOf(program: string, args: readonly string[], piped: boolean): Vetoes {
  const base = baseName(program);
  if (starters.has(base)) return { words: new Set(args.keys()), never: null };
  const interpreted = interpreterVetoes(base, args, piped);
  if (interpreted !== null) return interpreted;
  const before = Object.hasOwn(runners, base) ? (runners[base] ?? 0) : 0;
  const rules = Object.hasOwn(carrying, base) ? carrying[base] : undefined;
  const words =
    base === 'git' ? gitVetoes(args) : rules === undefined ? new Set<number>() : optionVetoes(args, rules);
  let operands = 0;
  for (const [index, word] of args.entries()) {
    if (operands >= before) break;
    words.add(index);
    if (!word.startsWith('-')) operands += 1;
  }
  return { words, never: null };
}
