import { basename } from 'node:path';
import type { InputEffect, InputReader } from '../../core/effect.ts';
import { ownValue } from '../../core/record.ts';
import { interpreterOf } from '../../policy/programs/interpreters.ts';

type Kind = InputEffect['interpreter'];

/** Programs that run their input although they are not interpreters: shells on other machines, terminals, escapes to a shell. */
const carriers = new Set(
  (
    'ssh mosh telnet rlogin nc ncat netcat socat docker podman nerdctl kubectl oc lxc incus machinectl chroot nsenter ' +
    'su sudo doas pkexec runuser tmux screen script expect unbuffer rlwrap dtach abduco ' +
    'vi view vim nvim ed ex emacs nano pico less more most man info mutt ftp sftp lftp ' +
    'gdb lldb sqlite3 psql mysql mariadb mongosh mongo redis-cli ipython bpython ptpython irb pry ghci erl iex sbt jshell'
  ).split(' '),
);

const shells: Readonly<Record<string, Kind>> = {
  bash: 'bash',
  sh: 'sh',
  dash: 'sh',
  ash: 'sh',
  ksh: 'sh',
  mksh: 'sh',
  yash: 'sh',
  zsh: 'sh',
  pwsh: 'pwsh',
  powershell: 'powershell',
};

/** Options whose value is the next word: of shells, and of other interpreters. */
const valuedByShells = /^(--rcfile|--init-file|[-+][A-Za-z]*[oO])$/;
const valuedByOthers = /^(-[WX]|--check-hash-based-pycs|-r|--require|--import)$/;

/** Python modules that run their input. */
const replModules = /^(code|pdb|ipdb|IPython|ptpython|bpython|asyncio)$/;

/**
 * What a process does with its input: a shell's grammar, another interpreter that runs it, or null if it is not known to run
 * it, because it takes data or is unknown.
 */
export function readerKind({ name, program: path, argv }: InputReader): Kind {
  const program = basename(path);
  // A shell under another name (`exec -a`) is a shell; other programs rename themselves for good reasons.
  const base = Object.hasOwn(shells, program) || name === '' ? program : basename(name).replace(/^-/, '');
  if (carriers.has(base)) return 'other';
  const interpreter = interpreterOf(base);
  if (interpreter === null) return null;
  const kind = ownValue(shells, base) ?? 'other';
  if (argv === null) return kind;
  const words = argv.slice(1);
  const options = words.slice(0, firstOperand(words, kind === 'other' ? valuedByOthers : valuedByShells));
  const asksForInput = options.some(
    (word) => word === '--interactive' || (/^-[A-Za-z]+$/.test(word) && /[is]/.test(word)),
  );
  if (asksForInput) return kind;
  if (options.some((word) => /^-[A-Za-z]*m$/.test(word)))
    return replModules.test(words[options.length] ?? '') ? kind : null;
  const isGivenProgram = options.some((word) =>
    /^-[A-Za-z]*[ceEp]$|^--(eval|print|command|execute)\b/.test(word),
  );
  return isGivenProgram || words.length > options.length ? null : kind;
}

/** Index of the first word that is neither an option nor the value of one: the script. `-` is standard input. */
function firstOperand(words: readonly string[], valued: RegExp): number {
  const index = words.findIndex(
    (word, at) => !/^[-+]./.test(word) && (at === 0 || !valued.test(words[at - 1] ?? '')),
  );
  return index === -1 || words[index] === '-' ? words.length : index;
}

/** The strictest kind among possible readers: any shell's, else any interpreter's, else null. */
export function strictestKind(readers: readonly InputReader[]): Kind {
  const kinds = readers.map(readerKind).filter((kind) => kind !== null);
  return kinds.find((kind) => kind !== 'other') ?? kinds[0] ?? null;
}
