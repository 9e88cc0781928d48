/** Programs that run a program given in their words or on their input, and where it stands. */
export interface Interpreter {
  /** Letters of short options, also inside clusters, whose value is a program or names one. */
  readonly short: string;
  /** Long options of that kind. */
  readonly long?: readonly string[];
  /** Whole words of that kind. */
  readonly whole?: RegExp;
  /** Letters of options that take a value as their own word, which is no script. */
  readonly valued?: string;
  /** Whether it reads a program from its input when no script is named. */
  readonly readsInput: boolean;
  /** Sub-commands that run a program: `deno eval`. */
  readonly subs?: readonly string[];
  /**
   * Of a program whose operands are no script but what it works on: options may stand behind them too, and it reads commands
   * from its input all the same, unless its words tell all that it is to do.
   */
  readonly tellsAll?: (args: readonly string[]) => boolean;
}

/** Whether one of the words is of some kind. */
function oneIs(kind: RegExp): (args: readonly string[]) => boolean {
  return (args) => args.some((word) => kind.test(word));
}

const never = (): boolean => false;
const valuedBySqlite =
  /^--?(cmd|init|separator|nullvalue|newline|maxsize|mmap|vfs|heap|append|lookaside|pagecache)$/;
/** Behind the database stands what is to be done with it. */
function hasQuery(args: readonly string[]): boolean {
  if (args.some((word) => /^--?(lookaside|pagecache)$/.test(word))) return false;
  const operands = args.filter(
    (word, index) => !word.startsWith('-') && !valuedBySqlite.test(args[index - 1] ?? ''),
  );
  return operands.length > 1;
}

const shell: Interpreter = {
  short: 'csi',
  long: ['--rcfile', '--init-file', '--command'],
  valued: 'oO',
  readsInput: true,
};
const node: Interpreter = {
  short: 'eprC',
  long: [
    '--eval',
    '--print',
    '--require',
    '--import',
    '--loader',
    '--experimental-loader',
    '--env-file',
    '--run',
    '--inspect',
    '--inspect-brk',
    '--test-reporter',
    '--experimental-config-file',
    '--conditions',
  ],
  readsInput: true,
  subs: ['inspect'],
};
const python: Interpreter = { short: 'cm', valued: 'WX', readsInput: true };
const perl: Interpreter = { short: 'eEMmIxnpid', readsInput: true };
const ruby: Interpreter = { short: 'erInpixC', long: ['--require'], readsInput: true };

const byName: Readonly<Record<string, Interpreter>> = {
  node,
  nodejs: node,
  bun: {
    short: 'epr',
    long: ['--eval', '--print', '--preload', '--require', '--import', '--config'],
    readsInput: true,
    subs: ['x', 'exec'],
  },
  deno: {
    short: '',
    long: ['--config', '--import-map', '--preload'],
    readsInput: true,
    subs: ['eval', 'repl'],
  },
  tsx: node,
  'ts-node': node,
  perl,
  ruby,
  irb: ruby,
  php: { short: 'rBREFdcz', readsInput: true },
  lua: { short: 'el', readsInput: true },
  luajit: { short: 'elb', readsInput: true },
  rscript: { short: 'e', readsInput: true },
  r: { short: 'ef', long: ['--file'], readsInput: true },
  julia: { short: 'eELp', long: ['--eval', '--print', '--load'], readsInput: true },
  elixir: { short: 'er', long: ['--eval', '--rpc-eval'], readsInput: true },
  erl: { short: '', long: ['-eval', '-run', '-s'], readsInput: true },
  guile: { short: 'cels', readsInput: true },
  groovy: { short: 'e', readsInput: true },
  scala: { short: 'e', readsInput: true },
  clojure: { short: 'eM', readsInput: true },
  clj: { short: 'eM', readsInput: true },
  raku: { short: 'eIM', readsInput: true },
  ghc: { short: 'e', readsInput: false },
  ghci: { short: 'e', readsInput: true },
  runghc: { short: 'ef', readsInput: true },
  runhaskell: { short: 'ef', readsInput: true },
  jshell: { short: 'RJC', long: ['--startup', '--execution'], readsInput: true },
  bpftrace: { short: 'e', readsInput: false },
  osascript: { short: 'el', readsInput: true },
  tclsh: { short: '', readsInput: true },
  expect: { short: 'cf', readsInput: true },
  gdb: {
    short: 'x',
    long: ['-ex', '-iex', '--eval-command', '--command', '-x', '--init-command'],
    readsInput: true,
    tellsAll: oneIs(/^--?batch$/),
  },
  lldb: {
    short: 'oOsS',
    long: ['--one-line', '--source'],
    readsInput: true,
    tellsAll: oneIs(/^(-b|--batch)$/),
  },
  sqlite3: { short: 'i', long: ['-cmd', '-init'], readsInput: true, tellsAll: hasQuery },
  duckdb: { short: 'csf', long: ['-cmd', '-init'], readsInput: true, tellsAll: hasQuery },
  psql: {
    short: 'cfv',
    long: ['--command', '--file'],
    readsInput: true,
    tellsAll: oneIs(/^(-[aAbeEHnqsStwWxXz01]*[cfl]|--(command|file|list)(=.*)?)$/s),
  },
  mysql: {
    short: 'e',
    long: ['--execute', '--init-command'],
    readsInput: true,
    tellsAll: oneIs(/^(-[NBstEHXrvC]*e|--execute(=.*)?)$/s),
  },
  dc: { short: 'ef', readsInput: true },
  ed: { short: '', readsInput: true, tellsAll: never },
  ex: { whole: /^\+/, short: 'cS', readsInput: true, tellsAll: never },
  vi: { whole: /^\+/, short: 'cSu', readsInput: false, tellsAll: never },
  vim: { whole: /^\+/, short: 'cSu', long: ['--cmd'], readsInput: true, tellsAll: never },
  nvim: { whole: /^\+/, short: 'cSul', long: ['--cmd'], readsInput: true, tellsAll: never },
  emacs: {
    tellsAll: never,
    short: 'lf',
    long: ['--eval', '--execute', '--load', '--funcall', '--script', '--batch'],
    readsInput: false,
  },
  m4: { short: '', readsInput: true },
  at: { short: 'f', readsInput: true },
  batch: { short: '', readsInput: true },
  crontab: { short: 'e', readsInput: true },
  patch: { short: '', readsInput: false },
};

const shells = /^(ba|da|a|z|k|mk|fi|c|tc|ya|rba|o|nu|elvi|xon)?sh$|^(nu|elvish|xonsh|pwsh|powershell|cmd)$/;
const versioned = /^(python|pypy|ruby|perl|php|lua|node|tclsh|guile)-?\d[\d.]*[a-z]?$/;

/** What is known of an interpreter by the base name of its program, or null for other programs. */
export function interpreterOf(base: string): Interpreter | null {
  const name = base.toLowerCase().replace(/\.exe$/, '');
  if (shells.test(name)) return shell;
  const family = versioned.exec(name)?.[1] ?? name;
  if (/^((python|pypy)\d?w?|[bi]python3?)$/.test(family)) return python;
  return Object.hasOwn(byName, family) ? (byName[family] ?? null) : null;
}
