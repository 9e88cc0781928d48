import { lazy } from '../../core/async/lazy.ts';
import { each, words } from './words.ts';

/** Programs that run a program given in their words or on their input, and where it stands. */
export interface Interpreter {
  /** Letters of short options, also inside clusters, whose value is a program or names one. */
  readonly short: string;
  /** Long options of that kind. */
  readonly long?: readonly string[];
  /** Whole words of that kind. */
  readonly whole?: RegExp;
  /** Letters of options that take a value as their own word, which is no script, and long options that do. */
  readonly valued?: string;
  readonly longValued?: readonly string[];
  /** Each of those letters takes a word of its own, wherever in a cluster it stands, as in `bash -euo pipefail`. */
  readonly everyValued?: true;
  /** Those of its options for a program, `short` and `long`, beside which a script may stand; the others take its place. */
  readonly beside?: RegExp;
  /** Behind a lone dash stand operands, not options. */
  readonly dashEnds?: true;
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
const hasOperand = oneIs(/^[^-]/);
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

export const shell: Interpreter = {
  short: 'csi',
  long: ['--rcfile', '--init-file', '--command'],
  valued: 'oO',
  longValued: ['--rcfile', '--init-file'],
  everyValued: true,
  beside: /^(-[^-]*i[^cs]*|--rcfile.*|--init-file.*)$/s,
  dashEnds: true,
  readsInput: true,
};
const node: Interpreter = {
  short: 'eprC',
  long: words(
    '--eval --print --require --import --loader --experimental-loader --env-file --run --inspect --inspect-brk --test-reporter --experimental-config-file ' +
      '--conditions',
  ),
  readsInput: true,
  subs: ['inspect'],
  valued: 'rC',
  longValued: words(
    '--require --import --loader --experimental-loader --env-file --conditions --test-reporter --experimental-config-file',
  ),
  beside: /^(-[rC].*|--(?!e|p|ru).*)$/s,
};
export const python: Interpreter = { short: 'cm', valued: 'WX', readsInput: true };
const perl: Interpreter = { short: 'eEMmIxnpid', valued: 'I', beside: /^-[^eE]*$/, readsInput: true };
const ruby: Interpreter = {
  short: 'erInpixC',
  long: ['--require'],
  valued: 'IrCE',
  longValued: ['--require'],
  beside: /^(-[^e]*|--.*)$/s,
  readsInput: true,
};

const octave: Interpreter = {
  short: 'p',
  long: ['--eval', '--path', '--exec-path', '--info-program', '--texi-macros-file'],
  readsInput: true,
};
const scheme: Interpreter = {
  short: 'q',
  long: ['--eval', '--load', '--script', '--program'],
  readsInput: true,
  tellsAll: never,
};

/** By the lower-case name of the program, of several versions without that. */
export const interpreterForms = lazy(
  (): Readonly<Record<string, Interpreter>> => ({
    ...each('node nodejs tsx ts-node esno jiti zx vite-node babel-node sucrase-node electron', node),
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
    perl,
    ruby,
    irb: ruby,
    php: { short: 'rBREFdcz', readsInput: true },
    lua: { short: 'el', readsInput: true },
    luajit: { short: 'elb', readsInput: true },
    ...each('rscript groovy scala ghci crontab', { short: 'e', readsInput: true }),
    r: { short: 'ef', long: ['--file'], readsInput: true },
    julia: { short: 'eELp', long: ['--eval', '--print', '--load'], readsInput: true },
    elixir: { short: 'er', long: ['--eval', '--rpc-eval'], readsInput: true },
    erl: { short: '', long: ['-eval', '-run', '-s'], readsInput: true },
    guile: { short: 'cels', readsInput: true },
    clojure: { short: 'eM', readsInput: true },
    clj: { short: 'eM', readsInput: true },
    raku: { short: 'eIM', readsInput: true },
    ghc: { short: 'e', readsInput: false },
    ...each('runghc runhaskell dc', { short: 'ef', readsInput: true }),
    jshell: { short: 'RJC', long: ['--startup', '--execution'], readsInput: true },
    bpftrace: { short: 'e', readsInput: false },
    osascript: { short: 'el', readsInput: true },
    ...each('tclsh m4 batch luau moon wish', { short: '', readsInput: true }),
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
    at: { short: 'f', readsInput: true },
    patch: { short: '', readsInput: false },
    // Languages of fewer people.
    ocaml: { short: 'eI', long: ['-init', '-ppx'], readsInput: true },
    racket: {
      short: 'eftlpkurim',
      long: ['--eval', '--load', '--require', '--lib', '--script', '--main'],
      readsInput: true,
    },
    sbcl: {
      short: '',
      long: ['--eval', '--load', '--script', '--userinit', '--sysinit', '--core'],
      readsInput: true,
    },
    clisp: { short: 'xieKMB', readsInput: true },
    ecl: {
      short: '',
      long: ['-eval', '--eval', '-load', '--load', '-shell', '--shell', '-rc'],
      readsInput: true,
      tellsAll: never,
    },
    abcl: { short: '', long: ['--eval', '--load', '--batch'], readsInput: true, tellsAll: never },
    octave,
    'octave-cli': octave,
    maxima: {
      short: 'brp',
      long: ['--batch', '--batch-string', '--run-string', '--init', '--preload-lisp'],
      readsInput: true,
    },
    gnuplot: { short: 'ec', readsInput: true, tellsAll: hasOperand },
    janet: { short: 'eElmdi', long: ['--eval', '--expression', '--lib', '--syspath'], readsInput: true },
    hy: python,
    gforth: {
      short: 'ei',
      long: ['--evaluate', '--image-file', '--path'],
      readsInput: true,
      tellsAll: never,
    },
    swipl: { short: 'gtslxfpd', long: ['--goal', '--toplevel', '--pldoc'], readsInput: true },
    gprolog: {
      short: '',
      long: ['--init-goal', '--consult-file', '--entry-goal', '--query-goal'],
      readsInput: true,
      tellsAll: never,
    },
    escript: { short: 'c', readsInput: false },
    iex: {
      short: 'erS',
      long: ['--eval', '--rpc-eval', '--require', '--dot-iex', '--erl'],
      readsInput: true,
    },
    gosh: { short: 'elIAmr', readsInput: true },
    csi: { short: 'espPR', long: ['-eval', '-script', '-require'], readsInput: true, tellsAll: never },
    ...each('scheme mit-scheme chez chezscheme petite', scheme),
    fennel: {
      short: 'el',
      long: ['--eval', '--load', '--require-as-include', '--plugin', '--fennelrc'],
      readsInput: true,
    },
    rdmd: { short: 'I', long: ['--eval', '--loop', '--compiler'], readsInput: true },
    coffee: { short: 'er', long: ['--eval', '--require', '--nodejs'], readsInput: true },
    lsc: { short: 'er', long: ['--eval', '--require', '--nodejs'], readsInput: true },
    qjs: { short: 'eI', long: ['--eval', '--include'], readsInput: true },
    d8: { short: 'e', readsInput: true, tellsAll: never },
    njs: { short: 'cp', readsInput: true },
    jrunscript: { short: 'efcJ', readsInput: true },
    pike: { short: 'exIMP', readsInput: true },
    kotlin: { short: 'e', long: ['-expression', '-classpath', '-cp'], readsInput: true },
    amm: { short: 'cp', long: ['--code', '--predef', '--predef-code'], readsInput: true },
    lftp: { short: 'ecf', long: ['--rcfile'], readsInput: true, tellsAll: oneIs(/^-[cf]/) },
    usql: {
      short: 'cfv',
      long: ['--command', '--file'],
      readsInput: true,
      tellsAll: oneIs(/^(-[cf]|--(command|file)(=.*)?)$/s),
    },
    pgcli: { short: '', long: ['--init-command', '--pgclirc'], readsInput: true, tellsAll: never },
    mycli: {
      short: 'e',
      long: ['--execute', '--init-command', '--myclirc'],
      readsInput: true,
      tellsAll: oneIs(/^(-e|--execute(=.*)?)$/s),
    },
    litecli: {
      short: 'e',
      long: ['--execute', '--liteclirc'],
      readsInput: true,
      tellsAll: oneIs(/^(-e|--execute(=.*)?)$/s),
    },
    sqlplus: { whole: /^@/, short: '', readsInput: true, tellsAll: never },
  }),
);
