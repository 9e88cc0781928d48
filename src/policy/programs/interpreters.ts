import { lazy } from '../../core/async/lazy.ts';
import { ownValue } from '../../core/record.ts';
import { withoutEnding } from './base-name.ts';
import type { CarryingWords } from './option-vetoes.ts';
import type { ValuedOptions } from './valued-options.ts';
import { each, words } from './words.ts';

/** A program that runs code from its options, a script file or its standard input. */
export interface Interpreter extends CarryingWords {
  /** Options before the script. */
  readonly options?: ValuedOptions;
  /** The carrying options beside which a script is read too; the others take its place. */
  readonly beside?: RegExp;
  /** A lone dash ends the options. */
  readonly dashEnds?: true;
  /** Without a script, it does not read code from its standard input. */
  readonly ignoresInput?: true;
  /** Sub-commands before the script, whose own options may carry code: `bun run -e`. */
  readonly leads?: RegExp;
  /** Those of them that take no script, whose options may stand behind their operands: `bun test src -r ./x`. */
  readonly throughout?: RegExp;
  /** Sub-commands that run code: `deno eval`. */
  readonly subs?: readonly string[];
  /**
   * Set for a program whose operands are data, not a script, and whose options may follow them: it reads commands from its
   * standard input unless this finds in the arguments all that it is to do.
   */
  readonly tellsAll?: (args: readonly string[]) => boolean;
}

/** A test for arguments of which one matches. */
function oneIs(kind: RegExp): (args: readonly string[]) => boolean {
  return (args) => args.some((word) => kind.test(word));
}

const never = (): boolean => false;
const hasOperand = oneIs(/^[^-]/);
const valuedBySqlite =
  /^--?(cmd|init|separator|nullvalue|newline|maxsize|mmap|vfs|heap|append|lookaside|pagecache)$/;
/** Whether a query stands behind the name of the database. */
function hasQuery(args: readonly string[]): boolean {
  if (args.some((word) => /^--?(lookaside|pagecache)$/.test(word))) return false;
  const operands = args.filter(
    (word, index) => !word.startsWith('-') && !valuedBySqlite.test(args[index - 1] ?? ''),
  );
  return operands.length > 1;
}

const plain: Interpreter = {};
export const shell: Interpreter = {
  short: 'csi',
  long: ['--rcfile', '--init-file', '--command'],
  options: { valued: 'oO', every: true, long: ['--rcfile', '--init-file'] },
  beside: /^(-[^-]*i[^cs]*|--rcfile.*|--init-file.*)$/s,
  dashEnds: true,
};
const node: Interpreter = {
  short: 'eprC',
  long: words(
    '--eval --print --require --import --loader --experimental-loader --env-file --run --inspect --inspect-brk --test-reporter --experimental-config-file ' +
      '--conditions',
  ),
  subs: ['inspect'],
  options: {
    valued: 'rC',
    long: words(
      '--require --import --loader --experimental-loader --env-file --conditions --test-reporter --experimental-config-file',
    ),
  },
  beside: /^(-[rC].*|--(?!e|p|ru).*)$/s,
};
const python: Interpreter = { short: 'cm', options: { valued: 'WX' } };
const perl: Interpreter = { short: 'eEMmIxnpid', options: { valued: 'I' }, beside: /^-[^eE]*$/ };
const ruby: Interpreter = {
  short: 'erInpixC',
  long: ['--require'],
  options: { valued: 'IrCE', long: ['--require'] },
  beside: /^(-[^e]*|--.*)$/s,
};

const octave: Interpreter = {
  short: 'p',
  long: ['--eval', '--path', '--exec-path', '--info-program', '--texi-macros-file'],
};
const scheme: Interpreter = {
  short: 'q',
  long: ['--eval', '--load', '--script', '--program'],
  tellsAll: never,
};

/** By the lower-case name of the program without its version. */
const interpreterForms = lazy(
  (): Readonly<Record<string, Interpreter>> => ({
    ...each('node nodejs tsx ts-node esno jiti zx vite-node babel-node sucrase-node electron', node),
    bun: {
      short: 'eprc',
      long: ['--eval', '--print', '--preload', '--require', '--import', '--config'],
      subs: ['x', 'exec'],
      leads: /^(run|test)$/,
      throughout: /^test$/,
    },
    deno: {
      short: 'c',
      long: words('--config --import-map --preload --import --require --env-file --eval'),
      subs: ['eval', 'repl'],
      leads: /^(run|test|bench|serve|compile|task|check|install|add|cache)$/,
      throughout: /^(test|bench|check|install|add|cache)$/,
      options: {
        long: words('--lock --ext --cert --location --seed --log-level --port --host --output --target'),
      },
    },
    perl,
    ...each('ruby irb', ruby),
    php: { short: 'rBREFdcz' },
    lua: { short: 'el' },
    luajit: { short: 'elb' },
    ...each('rscript groovy scala ghci crontab', { short: 'e' }),
    r: { short: 'ef', long: ['--file'] },
    julia: { short: 'eELp', long: ['--eval', '--print', '--load'] },
    elixir: { short: 'er', long: ['--eval', '--rpc-eval'] },
    erl: { long: ['-eval', '-run', '-s'] },
    guile: { short: 'cels' },
    ...each('clojure clj', { short: 'eM' }),
    raku: { short: 'eIM' },
    ghc: { short: 'e', ignoresInput: true },
    ...each('runghc runhaskell dc', { short: 'ef' }),
    jshell: { short: 'RJC', long: ['--startup', '--execution'] },
    ...each('tclsh m4 batch luau moon wish', plain),
    bpftrace: { short: 'e', ignoresInput: true },
    osascript: { short: 'el' },
    expect: { short: 'cf' },
    gdb: {
      short: 'x',
      long: ['-ex', '-iex', '--eval-command', '--command', '-x', '--init-command'],
      tellsAll: oneIs(/^--?batch$/),
    },
    lldb: {
      short: 'oOsS',
      long: ['--one-line', '--source'],
      tellsAll: oneIs(/^(-b|--batch)$/),
    },
    sqlite3: { short: 'i', long: ['-cmd', '-init'], tellsAll: hasQuery },
    duckdb: { short: 'csf', long: ['-cmd', '-init'], tellsAll: hasQuery },
    psql: {
      short: 'cfv',
      long: ['--command', '--file'],
      tellsAll: oneIs(/^(-[aAbeEHnqsStwWxXz01]*[cfl]|--(command|file|list)(=.*)?)$/s),
    },
    mysql: {
      short: 'e',
      long: ['--execute', '--init-command'],
      tellsAll: oneIs(/^(-[NBstEHXrvC]*e|--execute(=.*)?)$/s),
    },
    ed: { tellsAll: never },
    ex: { whole: /^\+/, short: 'cS', tellsAll: never },
    vi: { whole: /^\+/, short: 'cSu', ignoresInput: true, tellsAll: never },
    vim: { whole: /^\+/, short: 'cSu', long: ['--cmd'], tellsAll: never },
    nvim: { whole: /^\+/, short: 'cSul', long: ['--cmd'], tellsAll: never },
    emacs: {
      tellsAll: never,
      short: 'lf',
      long: ['--eval', '--execute', '--load', '--funcall', '--script', '--batch'],
      ignoresInput: true,
    },
    at: { short: 'f' },
    patch: { ignoresInput: true },
    // Languages of fewer people.
    ocaml: { short: 'eI', long: ['-init', '-ppx'] },
    racket: {
      short: 'eftlpkurim',
      long: ['--eval', '--load', '--require', '--lib', '--script', '--main'],
    },
    sbcl: {
      long: ['--eval', '--load', '--script', '--userinit', '--sysinit', '--core'],
    },
    clisp: { short: 'xieKMB' },
    ecl: {
      long: ['-eval', '--eval', '-load', '--load', '-shell', '--shell', '-rc'],
      tellsAll: never,
    },
    abcl: { long: ['--eval', '--load', '--batch'], tellsAll: never },
    ...each('octave octave-cli', octave),
    maxima: {
      short: 'brp',
      long: ['--batch', '--batch-string', '--run-string', '--init', '--preload-lisp'],
    },
    gnuplot: { short: 'ec', tellsAll: hasOperand },
    janet: { short: 'eElmdi', long: ['--eval', '--expression', '--lib', '--syspath'] },
    hy: python,
    gforth: {
      short: 'ei',
      long: ['--evaluate', '--image-file', '--path'],
      tellsAll: never,
    },
    swipl: { short: 'gtslxfpd', long: ['--goal', '--toplevel', '--pldoc'] },
    gprolog: {
      long: ['--init-goal', '--consult-file', '--entry-goal', '--query-goal'],
      tellsAll: never,
    },
    escript: { short: 'c', ignoresInput: true },
    iex: {
      short: 'erS',
      long: ['--eval', '--rpc-eval', '--require', '--dot-iex', '--erl'],
    },
    gosh: { short: 'elIAmr' },
    csi: { short: 'espPR', long: ['-eval', '-script', '-require'], tellsAll: never },
    ...each('scheme mit-scheme chez chezscheme petite', scheme),
    fennel: {
      short: 'el',
      long: ['--eval', '--load', '--require-as-include', '--plugin', '--fennelrc'],
    },
    rdmd: { short: 'I', long: ['--eval', '--loop', '--compiler'] },
    ...each('coffee lsc', { short: 'er', long: ['--eval', '--require', '--nodejs'] }),
    qjs: { short: 'eI', long: ['--eval', '--include'] },
    d8: { short: 'e', tellsAll: never },
    njs: { short: 'cp' },
    jrunscript: { short: 'efcJ' },
    pike: { short: 'exIMP' },
    kotlin: { short: 'e', long: ['-expression', '-classpath', '-cp'] },
    amm: { short: 'cp', long: ['--code', '--predef', '--predef-code'] },
    lftp: { short: 'ecf', long: ['--rcfile'], tellsAll: oneIs(/^-[cf]/) },
    usql: {
      short: 'cfv',
      long: ['--command', '--file'],
      tellsAll: oneIs(/^(-[cf]|--(command|file)(=.*)?)$/s),
    },
    pgcli: { long: ['--init-command', '--pgclirc'], tellsAll: never },
    mycli: {
      short: 'e',
      long: ['--execute', '--init-command', '--myclirc'],
      tellsAll: oneIs(/^(-e|--execute(=.*)?)$/s),
    },
    litecli: {
      short: 'e',
      long: ['--execute', '--liteclirc'],
      tellsAll: oneIs(/^(-e|--execute(=.*)?)$/s),
    },
    sqlplus: { whole: /^@/, tellsAll: never },
  }),
);

const shells = /^(ba|da|a|z|k|mk|fi|c|tc|ya|rba|o|nu|elvi|xon)?sh$|^(nu|elvish|xonsh|pwsh|powershell|cmd)$/;
const versioned = /^(python|pypy|ruby|perl|php|lua|node|tclsh|guile)-?\d[\d.]*[a-z]?$/;

/** The interpreter that a program is, by its base name; null for other programs. */
export function interpreterOf(base: string): Interpreter | null {
  const name = withoutEnding(base.toLowerCase());
  if (shells.test(name)) return shell;
  const family = versioned.exec(name)?.[1] ?? name;
  if (/^((python|pypy)\d?w?|[bi]python3?)$/.test(family)) return python;
  return ownValue(interpreterForms(), family) ?? null;
}
