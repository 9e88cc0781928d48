import { ownValue } from '../../core/record.ts';
import { inSingleQuotes } from '../../core/text/quote-word.ts';
import { quoteWord } from '../rules/pattern.ts';
import { each } from './words.ts';

/** Variables whose value is a command that some program runs, or that a shell expands. */
const commands = new RegExp(
  `^(?:${[
    '(?:[A-Z][A-Z0-9_]*)?(?:EDITOR|PAGER|ASKPASS)',
    'VISUAL|FCEDIT|CVSEDITOR|HGMERGE|BROWSER|TERMINAL|SHELL',
    'GIT_SSH(?:_COMMAND)?|GIT_EXTERNAL_DIFF|GIT_PROXY_COMMAND|GIT_CONFIG_VALUE_\\d+',
    'RSYNC_(?:RSH|CONNECT_PROG)|(?:CVS|SVN)_(?:RSH|SSH)|LESSOPEN|LESSCLOSE|FZF_(?:\\w+_)?COMMAND',
    'RUSTC|RUSTDOC|(?:CARGO_BUILD_)?RUSTC(?:_WORKSPACE)?_WRAPPER|CARGO_BUILD_RUST(?:C|DOC)|CARGO_TARGET_\\w+_(?:RUNNER|LINKER)',
    'CC|CXX|CPP|LD|AR|AS|MAKE|BASH_ALIASES|PROMPT_COMMAND|PS[0-4]',
    '(?:npm|NPM)_(?:config|CONFIG)_(?:script_shell|SCRIPT_SHELL|shell|SHELL|editor|EDITOR|viewer|VIEWER|browser|BROWSER|git|GIT)',
  ].join('|')})$`,
);

/** Variables that name a file which programs write to. */
const written = /^(?:GIT_TRACE(?:2?(?:_\w+)?)?|SSLKEYLOGFILE|HISTFILE|LESSHISTFILE)$/;

const asWords = (program: string) => (value: string) => [`${program} ${value}`];
/** Words with blanks between them, in which quotes are letters. */
const asPlainWords = (program: string) => (value: string) => [
  [
    program,
    ...value
      .split(/\s+/)
      .filter((word) => word !== '')
      .map(quoteWord),
  ].join(' '),
];
const asOne = (program: string) => (value: string) => [`${program} ${inSingleQuotes(value)}`];
/** Options of an interpreter, of code that does nothing. */
const asOptions = (program: string) => (value: string) => [`${program} ${value} -e 0`];
/** What a shell reads before anything else. */
const sourced = asOne('.');
const edited = asOne('vim -c');
const java = asWords('java');
/** The same, with a backslash before blanks that belong to a word (GNU make, `decode_env_switches`). */
const make = (value: string) => [
  [
    'make',
    ...(value.match(/(?:\\.|[^\s\\])+/gs) ?? []).map((word) => quoteWord(word.replace(/\\(.)/gs, '$1'))),
  ].join(' '),
];

/** Variables that hold options of a program, or what it reads as it starts, and what does the same. */
const readAs: Readonly<Record<string, (value: string) => readonly string[]>> = {
  NODE_OPTIONS: asOptions('node'),
  PERL5OPT: asOptions('perl'),
  RUBYOPT: asOptions('ruby'),
  PERL5DB: asOne('perl -e'),
  PYTHONSTARTUP: asOne('python3'),
  LUA_INIT: (value) => [
    value.startsWith('@') ? `lua ${inSingleQuotes(value.slice(1))}` : `lua -e ${inSingleQuotes(value)}`,
  ],
  TAR_OPTIONS: asWords('tar'),
  ...each('JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS _JAVA_OPTIONS', java),
  GOFLAGS: asWords('go build'),
  ...each('MAKEFLAGS GNUMAKEFLAGS MFLAGS', make),
  FZF_DEFAULT_OPTS: asWords('fzf'),
  // A command in it goes up to its end.
  LESS: (value) => (value.includes('+') ? [`less ${inSingleQuotes(value.slice(value.indexOf('+')))}`] : []),
  MANOPT: asWords('man'),
  ZIPOPT: asWords('zip'),
  RUSTFLAGS: asPlainWords('rustc'),
  CFLAGS: asWords('cc'),
  ...each('EXINIT VIMINIT GVIMINIT', edited),
  ...each('BASH_ENV ENV', sourced),
  // Settings as git hands them on: `'alias.x=!ls' 'a.b'='c'`.
  GIT_CONFIG_PARAMETERS: (value) => [`git${value.replaceAll("'='", '=').replace(/(^|\s)(?=')/g, ' -c ')}`],
};

/** Whether what a variable holds is run by some program, read by a shell, or names a file that is written to. */
export function carriesText(variable: string): boolean {
  return ownValue(readAs, variable) !== undefined || commands.test(variable) || written.test(variable);
}

/** The texts that a shell reads of what a variable holds: all of it, or what is in options of a program. */
export function textsCarried(variable: string, value: string): readonly string[] {
  const read = ownValue(readAs, variable);
  if (read !== undefined) return read(value);
  if (written.test(variable)) return value.includes('/') ? [`: >> ${quoteWord(value)}`] : [];
  return commands.test(variable) ? [value.replace(/^[|!-]+/, '')] : [];
}
