import { isPlainName } from '../../core/paths/plain-name.ts';
import { type Arg, textArg, textOf } from '../shell/arg.ts';
import { wholePrinted } from '../shell/feeding.ts';
import { type Found, namesOfFind, onceEach } from './find-commands.ts';
import { dropsLines } from './line-patterns.ts';
import { isGiven, type Reading } from './profile.ts';
import { grepLeavesFolders, grepSkips, rgLeavesFolders, rgLeavesOut } from './search-skips.ts';
import { readingOf } from './table.ts';
import { trackedNames } from './tracked-names.ts';
import { commandOfXargs } from './xargs.ts';

/** Names that commands print for another one to read. */
export interface NameList {
  readonly found: Found;
  /** Whether they are those right in the one start, without it, what git keeps below it, or the starts themselves, which may not be folders unless they are `themselves`. */
  readonly of: 'below' | 'tracked' | 'folder' | 'files' | 'themselves';
  /** Whether each name ends with a NUL and may contain anything else. */
  readonly isEnded: boolean;
  /** Whether they begin with none of the starts, so that each must be no option by itself. */
  readonly isBare: boolean;
  /** Whether all names may be in one line, separated by blanks. */
  readonly isOneLine?: boolean;
  /** Whether the names are relative to the top of the repository. */
  readonly fromTop?: boolean;
  /** Whether git may list the content of submodules as well, by its settings. */
  readonly entersLinks?: boolean;
}

type Words = readonly Arg[];

const here = [textArg('.')];
const greps = /^[ef]?grep$/;
/** Options of a `grep` that hands on some of the lines that it reads, each as a whole. */
const keepsWhole = /^-[viEFwxeP]$/;

/** Options of `grep` and `rg` that change which names are printed, and nothing about how. */
const searchOptions =
  /^(-[rlLiIEFwxePvsmZa0SgtTn]|--(include|exclude|exclude-dir|files|recursive|files-with-matches|files-without-match|ignore-case|fixed-strings|extended-regexp|word-regexp|smart-case|null|hidden|iglob))$/;
const namesOnly = ['-l', '-L', '--files-with-matches', '--files-without-match', '--files'];

function startsOf({ positionals }: Reading): readonly Arg[] | null {
  const starts = positionals.filter(({ kind }) => kind === 'tree').map(({ arg }) => arg);
  const isPlain = (arg: Arg) => textOf(arg)?.split('/').every(isPlainPart) === true;
  return starts.every(isPlain) ? starts : null;
}

/** Whether a component of a path is one word without quotes. */
function isPlainPart(part: string): boolean {
  return part === '' || isPlainName(part);
}

/** Whether a search has only such options and no file to search. */
function onlySearches({ options, positionals }: Reading, known: RegExp): boolean {
  return (
    [...options.keys()].every((name) => known.test(name)) &&
    positionals.every(({ kind }) => kind === 'pattern')
  );
}

/** A test of files that a search surely does not name. */
function skippedBy(reading: Reading, isGrep: boolean): Found['skips'] {
  if (!isGrep) return rgLeavesOut(reading);
  return isGiven(reading, '-r') ? grepSkips(reading) : () => false;
}

/** `grep -rl x src`, `rg -l x`: names below the folders that are searched. */
function searched(base: string, args: Words): NameList | null {
  const reading = readingOf(base, args);
  if (reading === null) return null;
  const isGrep = base === 'grep';
  // Of `rg` `-L` follows links.
  const isNamesOnly = isGiven(reading, ...namesOnly.filter((name) => isGrep || name !== '-L'));
  const isOther = [...reading.options.keys()].some(
    (name) => !searchOptions.test(name) || (!isGrep && name === '-L'),
  );
  if (!isNamesOnly || isOther) return null;
  const isEnded = isGiven(reading, isGrep ? '-Z' : '-0', '--null');
  const starts = startsOf(reading) ?? [];
  const given = reading.positionals.filter(({ kind }) => kind === 'tree').map(({ arg }) => arg);
  if (given.length > starts.length) {
    // Without `-r` it prints such of its files as it is given them.
    const isKnown = isGrep && !isGiven(reading, '-r') && given.every(({ kind }) => kind !== 'unknown');
    const found = { starts: given, isPlain: false, skips: () => false };
    return isKnown ? { found, of: 'files', isEnded, isBare: true } : null;
  }
  if (isGrep && starts.length === 0 && !isGiven(reading, '-r')) return null;
  const isBare = starts.length === 0;
  const skips = skippedBy(reading, isGrep);
  const leftOut = isGrep ? grepLeavesFolders(reading) : rgLeavesFolders(reading);
  const found = { starts: isBare ? here : starts, isPlain: true, skips, leftOut };
  return { found, of: 'below', isEnded, isBare };
}

/** `ls`, `ls src`: the names right in a folder; `ls src/*.ts`, `ls -d *`: the files and folders that it is given. */
function listed(args: Words): NameList | null {
  const words = args.slice(1);
  const isOption = (word: Arg) => textOf(word)?.startsWith('-') === true;
  const options = words.filter(isOption).map(({ text }) => text);
  const given = words.filter((word) => !isOption(word));
  if (!options.every((word) => /^-[1ArtSUXd]+$/.test(word)) || given.some(({ kind }) => kind === 'unknown'))
    return null;
  const isItself = options.some((word) => word.includes('d'));
  const isAll = options.some((word) => word.includes('A'));
  const isFolder = !isItself && given.length < 2 && given.every(({ kind }) => kind === 'text');
  const skips = (name: string) => isFolder && !isAll && name.startsWith('.');
  const found = { starts: given.length === 0 ? here : given, isPlain: false, skips };
  const of = isFolder ? 'folder' : isItself ? 'themselves' : 'files';
  return { found, of, isEnded: false, isBare: true };
}

/** `echo src/a.ts`, `printf '%s\n' src/*.ts`: the words themselves, and what wildcards reach. */
function written(base: 'echo' | 'printf', args: Words): NameList | null {
  const format = base === 'echo' ? null : textOf(args[1]);
  const isEnded = format === '%s\\0';
  if (base === 'printf' && !isEnded && format !== '%s\\n') return null;
  const words = args.slice(base === 'echo' ? 1 : 2);
  const isName = (word: Arg) => word.kind === 'glob' || /^[^-]/.test(textOf(word) ?? '');
  if (words.length === 0 || !words.every(isName)) return null;
  const isOneLine = base === 'echo' && !(words.length === 1 && words[0]?.kind === 'text');
  const found = { starts: words, isPlain: false, skips: () => false };
  return { found, of: 'themselves', isEnded, isBare: true, isOneLine };
}

function listOf(args: Words): NameList | null {
  const base = textOf(args[0]);
  if (base === 'echo' || base === 'printf') return written(base, args);
  if (base === 'find') {
    const names = namesOfFind(args);
    return names === null ? null : { ...names, of: 'below', isBare: false };
  }
  if (base === 'grep' || base === 'rg') return searched(base, args);
  if (base === 'git') return trackedNames(args);
  return base === 'ls' ? listed(args) : null;
}

/** Whether an `xargs` prints some of the names that it reads, each as it is: `xargs grep -l x`. */
function keepsNames(args: Words): boolean {
  const taken = commandOfXargs(args);
  if (taken === null || taken.isEnded || taken.mark !== null) return false;
  const base = textOf(taken.words[0]) ?? '';
  const reading = greps.test(base) ? readingOf(base, taken.words) : null;
  // Not -L: of nothing that it is handed it prints "(standard input)".
  return (
    reading !== null &&
    isGiven(reading, '-l', '--files-with-matches') &&
    onlySearches(reading, /^(-[liEFwxevsPa]|--files-with-matches|--ignore-case)$/)
  );
}

/** Whether a command prints some of the lines that it reads, each unchanged. */
export function keepsLines(args: Words): boolean {
  // What stands before it is what printed that.
  if (wholePrinted(args) !== null) return true;
  const [base, ...words] = args.map(textOf);
  const known = words.filter((word) => word !== null);
  if (base == null || known.length < words.length) return false;
  const text = known.join(' ');
  if (base === 'sort') return /^(-[urnfV]+( |$))*$/.test(text);
  if (base === 'uniq') return text === '';
  if (base === 'xargs') return keepsNames(args);
  if (base === 'head' || base === 'tail') return /^(-n ?[+-]?\d+|-\d+)?$/.test(text);
  const reading = greps.test(base) ? readingOf(base, args) : null;
  return reading !== null && onlySearches(reading, keepsWhole);
}

/** A test of names that are surely not among the lines that a command prints. */
function filteredBy(args: Words, isBare: boolean): (name: string) => boolean {
  const base = textOf(args[0]) ?? '';
  const reading = greps.test(base) ? readingOf(base, args) : null;
  return reading === null ? () => false : dropsLines(base, reading, isBare);
}

/** The names that commands print one behind the other, each of which reads what the one before it prints; null where it is not certain what they are. */
export function namesPrinted(commands: readonly Words[]): NameList | null {
  const [first, ...others] = commands;
  const list = first === undefined ? null : listOf(first);
  if (list === null || (others.length > 0 && list.isEnded)) return null;
  if (others.length === 0 || !others.every(keepsLines)) return others.length === 0 ? list : null;
  const { found, isBare } = list;
  const dropped = others.map((args) => filteredBy(args, isBare));
  const skips = onceEach(
    (name, isFolder) =>
      found.skips(name, isFolder) || (isFolder !== true && dropped.some((drops) => drops(name))),
  );
  return { ...list, found: { ...found, skips } };
}
