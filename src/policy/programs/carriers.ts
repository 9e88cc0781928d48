import { isLongOption } from '../long-option.ts';
import type { Candidate } from '../pattern.ts';
import { baseName } from './wrappers.ts';

/** What a command starts or feeds, as far as its words tell; for finding dangers, never for allowing. */
export interface Carried {
  /** Commands by their words. */
  readonly commands: readonly (readonly Candidate[])[];
  /** Texts a shell reads. */
  readonly scripts: readonly string[];
}

interface CarrierForm {
  /** Letters of short options that take a value. */
  readonly valued: string;
  /** Long options that take a value as their own word. */
  readonly long?: readonly string[];
  /** Words before the inner command, besides options. */
  readonly skip?: number;
}

const forms: Readonly<Record<string, CarrierForm>> = {
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
  setpriv: { valued: '' },
  ionice: { valued: 'cnpPu', long: ['--class', '--classdata'] },
  chrt: { valued: 'TPD', skip: 1 },
  taskset: { valued: '', skip: 1 },
  numactl: { valued: 'NmiCp' },
  unshare: { valued: 'RwSG' },
  nsenter: { valued: 'tSGT' },
  chroot: { valued: '', long: ['--userspec', '--groups'], skip: 1 },
  firejail: { valued: '' },
  proot: { valued: 'rbwqk' },
  fakeroot: { valued: 'lsifbu' },
  strace: { valued: 'aeEIoOpPsSuUX' },
  ltrace: { valued: 'aAeDFlnopsuwxX' },
  valgrind: { valued: '' },
  catchsegv: { valued: '' },
  eatmydata: { valued: '' },
  'xvfb-run': { valued: 'efnps' },
  'dbus-run-session': { valued: '' },
  'systemd-run': { valued: 'ptEHMu' },
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
  coproc: { valued: '' },
  noglob: { valued: '' },
  npx: { valued: 'pc' },
  bunx: { valued: '' },
  perf: { valued: 'eopFct', skip: 1 },
  gdb: { valued: 'x' },
  screen: { valued: 'cSTehpst' },
  runuser: { valued: 'ugG' },
  unbuffer: { valued: '' },
  faketime: { valued: 'f', skip: 1 },
  proxychains: { valued: 'f' },
  proxychains4: { valued: 'f' },
  torsocks: { valued: 'uPap' },
  torify: { valued: '' },
  chronic: { valued: '' },
  entr: { valued: '' },
};

/** Sub-commands of runners, after which a command stands; some take words before it. */
const running: Readonly<Record<string, { readonly sub: RegExp; readonly skip?: number }>> = {
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
  docker: { sub: /^(run|exec)$/, skip: 1 },
  podman: { sub: /^(run|exec)$/, skip: 1 },
  kubectl: { sub: /^exec$/, skip: 1 },
};

/** The commands that a runner may start; options of unknown form may take a word, so each later word may be the program. */
function runBy(base: string, words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const form = Object.hasOwn(running, base) ? running[base] : undefined;
  const at = words.findIndex((word, index) => index > 0 && word !== null && form?.sub.test(word) === true);
  if (form === undefined || at === -1) return [];
  const ended = words.indexOf('--', at);
  if (ended !== -1) return [words.slice(ended + 1)];
  const inner = innerOf({ valued: '', skip: form.skip ?? 0 }, words.slice(at));
  return inner.flatMap((found) => [found, found.slice(1)]).filter((found) => found.length > 0);
}

const shells: ReadonlySet<string> = new Set(
  'sh bash dash ash zsh ksh mksh yash fish csh tcsh rbash'.split(' '),
);

/** Whether a name is a shell of the Bourne or C family. */
export function isShellName(base: string): boolean {
  return shells.has(base);
}

/** Whether a word is one of these options, a long one perhaps cut short. */
function isOneOf(word: string, options: readonly string[]): boolean {
  return options.includes(word) || options.some((option) => isLongOption(word, option));
}

/** The inner commands of a form: after its options. */
function innerOf(form: CarrierForm, words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  let skip = form.skip ?? 0;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    if (typeof word !== 'string') return [words.slice(index + 1)];
    if (word === '--') continue;
    if (word.startsWith('-') && word.length > 1) {
      const letters = [...word.slice(1)];
      const valued = letters.findIndex((letter) => form.valued.includes(letter));
      const separate = word.startsWith('--')
        ? isOneOf(word, form.long ?? [])
        : valued !== -1 && valued === letters.length - 1;
      if (separate) index += 1;
    } else if (/^[A-Za-z_]\w*=/.test(word)) continue;
    else if (skip > 0) skip -= 1;
    else return [words.slice(index)];
  }
  return [];
}

/** The scripts behind `-c` of a shell, in any cluster of options. */
function shellScripts(words: readonly Candidate[]): readonly string[] {
  const at = words.findIndex(
    (word, index) => index > 0 && typeof word === 'string' && /^-[A-Za-z]*c[A-Za-z]*$/.test(word),
  );
  if (at === -1) return [];
  return words
    .slice(at + 1)
    .filter((word): word is string => typeof word === 'string' && !/^(--|[-+]\w+)$/.test(word))
    .slice(0, 1);
}

function literal(words: readonly Candidate[]): readonly string[] {
  return words.filter((word): word is string => typeof word === 'string');
}

/** The commands behind `-exec` and its kin. */
function findActions(words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  const found: (readonly Candidate[])[] = [];
  for (const [index, word] of words.entries()) {
    if (typeof word !== 'string' || !/^-(exec|ok)(dir)?$/.test(word)) continue;
    const end = words.findIndex((other, at) => at > index && (other === ';' || other === '+'));
    const inner = words.slice(index + 1, end === -1 ? undefined : end);
    found.push(inner.map((other) => (other === '{}' ? null : other)));
  }
  return found;
}

/** The value of an option that holds a command line: `flock -c`, `script -c`, `su -c`, `env -S`. */
function optionScripts(words: readonly Candidate[], names: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    if (typeof word !== 'string') return [];
    const next = words[index + 1];
    if (isOneOf(word, names)) return typeof next === 'string' ? [next] : [];
    const end = word.indexOf('=');
    if (/^--./.test(word) && end > 0) return isOneOf(word.slice(0, end), names) ? [word.slice(end + 1)] : [];
    const name = names.find((known) => !known.startsWith('--') && word.startsWith(known));
    return name === undefined ? [] : [word.slice(name.length)];
  });
}

const scriptOptions: Readonly<Record<string, readonly string[]>> = {
  flock: ['-c', '--command'],
  tar: ['--to-command', '--use-compress-program', '--rsh-command', '-I'],
  rsync: ['-e', '--rsh'],
  'nix-shell': ['--run', '--command'],
  script: ['-c', '--command'],
  su: ['-c', '--command', '--session-command'],
  runuser: ['-c', '--command'],
  env: ['-S', '--split-string'],
  npx: ['-c', '--call'],
};

/** The command after the host of `ssh`, which another shell reads. */
function remoteScript(words: readonly Candidate[]): readonly string[] {
  const [inner] = innerOf({ valued: 'BbcDEeFIiJLlmOoPpQRSWw', skip: 1 }, words);
  return inner === undefined ? [] : [literal(inner).join(' ')];
}

function aliasTexts(words: readonly Candidate[]): readonly string[] {
  return literal(words.slice(1)).flatMap((word) =>
    word.includes('=') ? [word.slice(word.indexOf('=') + 1)] : [],
  );
}

const elsewhere = /^(ssh|docker|podman|kubectl)$/;

/** Whether what a command carries runs on another machine or in a container. */
export function startsElsewhere([program]: readonly Candidate[]): boolean {
  return typeof program === 'string' && elsewhere.test(baseName(program));
}

/** Looks into one command. */
export function carriedBy(words: readonly Candidate[]): Carried {
  const program = words[0];
  if (typeof program !== 'string') return { commands: [], scripts: [] };
  const base = baseName(program);
  const named = Object.hasOwn(scriptOptions, base) ? (scriptOptions[base] ?? []) : [];
  const scripts = [...optionScripts(words, named)];
  if (base === 'command' && /^-p?[vV]/.test(words[1] ?? '')) return { commands: [], scripts };
  if (base === 'alias') return { commands: [], scripts: aliasTexts(words) };
  if (base === 'script') scripts.push(...shellScripts(words));
  if (base === 'hyperfine' || (base === 'tmux' && words.length > 2)) scripts.push(...literal(words.slice(1)));
  if (shells.has(base)) return { commands: [], scripts: [...scripts, ...shellScripts(words)] };
  if (base === 'eval') return { commands: [], scripts: [literal(words.slice(1)).join(' ')] };
  if (base === 'trap') return { commands: [], scripts: literal(words.slice(1, 2)) };
  if (base === 'find' || base === 'fd') return { commands: findActions(words), scripts };
  if (base === 'ssh') return { commands: [], scripts: remoteScript(words) };
  if (base === 'watch' || base === 'parallel') {
    const joined = innerOf(forms[base] ?? { valued: '' }, words).map((inner) => literal(inner).join(' '));
    return { commands: [], scripts: joined };
  }
  const form = Object.hasOwn(forms, base) ? forms[base] : undefined;
  const commands = form === undefined ? runBy(base, words) : innerOf(form, words);
  return { commands: base === 'xargs' ? commands.map((inner) => [...inner, null]) : commands, scripts };
}
