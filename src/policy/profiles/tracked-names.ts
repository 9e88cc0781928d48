import { type Arg, textArg, textOf } from '../shell/arg.ts';
import type { NameList } from './name-lists.ts';
import { isGiven } from './profile.ts';
import { mayMatch } from './search-globs.ts';
import { readingOf } from './table.ts';

const keptFlag = /^(-z|-c|-m|-d|--cached|--modified|--deleted|--)$/;
const changedFlag = /^(-z|--name-only|--cached|--staged|--no-renames|-M|--)$/;
/** What is left of changes when those are left out that take files away: what the index has. */
const withoutDeleted = /^--diff-filter=([ACMRT]+|d)$/;
const oneRevision = /^(HEAD|@)([~^]\d*)*$|^\w+(?:[/.-]\w+)*$/;

/** Names that git keeps, of which paths of a call choose some; null where those may lead elsewhere. */
function keptNames(specs: readonly (string | null)[], isEnded: boolean): NameList | null {
  const isKnown = specs.every(
    (spec) => spec !== null && /^[\w.*?/@+-]+$/.test(spec) && !/^[-/]|(^|\/)\.\.(\/|$)/.test(spec),
  );
  if (!isKnown) return null;
  const isByName = specs.length > 0 && specs.every((spec) => /\*\.\w+$/.test(spec ?? ''));
  // A star stands for slashes too.
  const ends = specs.map((spec) => spec?.slice(spec.lastIndexOf('*')) ?? '*');
  const skips = (name: string) => isByName && !ends.some((end) => mayMatch(name, end));
  const found = { starts: [textArg('.')], isPlain: false, skips };
  return { found, of: 'tracked', isEnded, isBare: true };
}

/** `git diff --name-only`: of what the index has, that which another state has otherwise. Two commits may both have what the index has not. */
function changedNames(words: readonly (string | null)[]): NameList | null {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const before = words.slice(0, end);
  const isFiltered = before.some((word) => withoutDeleted.test(word ?? ''));
  const given = before.filter(
    (word) => word === null || !(changedFlag.test(word) || withoutDeleted.test(word)),
  );
  const isStaged = before.some((word) => word === '--cached' || word === '--staged');
  const isCompared = given.length > 0 || isStaged;
  const isOne = given.length === 0 || (given.length === 1 && oneRevision.test(given[0] ?? '-'));
  if (!before.includes('--name-only') || !isOne || (isCompared && !isFiltered)) return null;
  const list = keptNames(words.slice(end + 1), before.includes('-z'));
  return list && { ...list, fromTop: true };
}

/** Options of `git grep` that change which of the names are printed, and nothing about how. */
const grepOption =
  /^(-[aEFGiIlLPvwWzen]|--(text|ignore-case|word-regexp|invert-match|extended-regexp|basic-regexp|perl-regexp|fixed-strings|line-number|and|or|not|all-match|no-color|cached|files-with-matches|name-only|files-without-match|null|threads))$/;
const grepsNames = ['-l', '-L', '--files-with-matches', '--name-only', '--files-without-match'];

/** `git grep -l x`: names that git keeps; a word that is no pattern may be a revision, before which it tells that. */
function searchedNames(args: readonly Arg[]): NameList | null {
  const reading = readingOf('git', args);
  if (reading === null) return null;
  const { options, positionals } = reading;
  const words = args.map(textOf);
  const specs = words.includes('--') ? words.slice(words.indexOf('--') + 1) : [];
  const named = positionals.filter(({ kind }) => kind !== 'pattern');
  const isKnown = [...options.keys()].every((name) => grepOption.test(name));
  if (!isKnown || !isGiven(reading, ...grepsNames) || named.length !== specs.length) return null;
  const list = keptNames(specs, isGiven(reading, '-z', '--null'));
  return list && { ...list, fromTop: true, entersLinks: true };
}

/** `git ls-files '*.ts'`: names that git keeps below the current folder; null where a call of `git` may tell others. */
export function trackedNames(args: readonly Arg[]): NameList | null {
  const [, sub, ...words] = args.map(textOf);
  if (sub === 'diff') return changedNames(words);
  if (sub === 'grep') return searchedNames(args);
  if (sub !== 'ls-files') return null;
  const specs = words.filter((word) => !keptFlag.test(word ?? ''));
  return keptNames(specs, words.includes('-z'));
}
