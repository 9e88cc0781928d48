import { type Arg, textOf } from '../shell/arg.ts';
import type { Reading } from './profile.ts';

// Of the lines that a `grep` hands on only their ends are known: the names of files, behind the folders they lie in.

/** More ends of lines are not told apart. */
const mostEnds = 64;
const mostPatterns = 64;
const longestPattern = 1024;

/** Characters that stand for themselves, or do so behind a backslash. */
const itself = /^[\w/ @%=:,~-]$/;
const escaped = /^[./*+?()|{}^$[\]-]$/;

/** A pattern of `grep` as `egrep` writes it: the one escapes what the other does not. */
function asExtended(pattern: string): string {
  return pattern.replace(/\\[\s\S]|[(){}|+?]/g, (found) => {
    if (!/^\\?[(){}|+?]$/.test(found)) return found;
    return found.length === 2 ? found.slice(1) : `\\${found}`;
  });
}

/** A part of a pattern: the texts that it matches; null where it may match others. */
interface Part {
  readonly texts: readonly string[] | null;
  readonly width: number;
}

/** A group of texts apart from one another; null where it holds more than texts. */
function groupAt(pattern: string, from: number): Part | null {
  const end = pattern.indexOf(')', from);
  const inner = pattern.slice(from + 1, end);
  const texts = inner.replace(/\\([.-])/g, '$1').split('|');
  return end !== -1 && /^(?:[\w/|-]|\\[.-]){1,200}$/.test(inner) ? { texts, width: inner.length + 2 } : null;
}

/** The part of a pattern at an index; null where that is not understood. */
function partAt(pattern: string, index: number): Part | null {
  const char = pattern[index] ?? '';
  const next = pattern[index + 1] ?? '';
  if (itself.test(char)) return { texts: [char], width: 1 };
  if (char === '.') return { texts: null, width: 1 };
  if (char === '\\') return escaped.test(next) ? { texts: [next], width: 2 } : null;
  if (char === '(') return groupAt(pattern, index);
  if (char !== '[') return null;
  const [found] = /^\[\^?\]?[^\][]{0,100}\]/.exec(pattern.slice(index, index + 110)) ?? [];
  return found === undefined ? null : { texts: null, width: found.length };
}

/** A part of a pattern with how often it may stand there. */
interface RepeatedPart extends Part {
  /** Whether it may not be there. */
  readonly isOptional: boolean;
}

function repeatedAt(pattern: string, index: number): RepeatedPart | null {
  const part = partAt(pattern, index);
  if (part === null) return null;
  const mark = pattern[index + part.width] ?? '';
  if (mark === '{') return null;
  if (!/^[*+?]$/.test(mark)) return { ...part, isOptional: false };
  return { texts: mark === '?' ? part.texts : null, width: part.width + 1, isOptional: true };
}

/** Ends of lines with what stands behind them. */
function longerEnds(ends: readonly string[], { texts, isOptional }: RepeatedPart): readonly string[] {
  if (texts === null) return [''];
  const longer = ends.flatMap((end) => texts.map((text) => end + text));
  return isOptional ? [...ends, ...longer] : longer;
}

/** The texts one of which a line ends with before `$`; null where that is not certain. */
function endsOf(pattern: string): readonly string[] | null {
  let ends: readonly string[] = [''];
  const found: string[] = [];
  for (let index = pattern.startsWith('^') ? 1 : 0; index < pattern.length; ) {
    if (pattern[index] === '$') {
      found.push(...ends);
      if (index + 1 === pattern.length) return found;
      if (pattern[index + 1] !== '|') return null;
      ends = [''];
      index += pattern[index + 2] === '^' ? 3 : 2;
      continue;
    }
    const part = repeatedAt(pattern, index);
    if (part === null) return null;
    index += part.width;
    ends = longerEnds(ends, part);
    if (found.length + ends.length > mostEnds) return null;
  }
  return null;
}

/** What a line matches that has it anywhere in it, or at its end. */
const plainSide = /^(?:[\w/ -]|\\?\.){1,200}\$?$/;

/** Whether a line that ends in a name surely matches one of the patterns. */
function surelyMatches(name: string, patterns: readonly string[], isFixed: boolean): boolean {
  return patterns.some((pattern) => {
    if (isFixed) return pattern !== '' && name.includes(pattern);
    const sides = pattern.split('|');
    const isPlain = sides.every((side) => plainSide.test(side));
    return isPlain && sides.some((side) => new RegExp(side).test(name));
  });
}

/** The patterns of a `grep`; null where one is not told, or is several. */
export function patternsOf({ given = [], positionals }: Reading): readonly string[] | null {
  const words: readonly (Arg | null)[] = [
    ...given.filter(({ name }) => name === '-e').map(({ value }) => value),
    ...positionals.filter(({ kind }) => kind === 'pattern').map(({ arg }) => arg),
  ];
  const patterns = words.flatMap((word) => textOf(word) ?? []);
  const isKnown = patterns.length === words.length && patterns.length > 0 && patterns.length <= mostPatterns;
  return isKnown && patterns.every((text) => text.length <= longestPattern && !text.includes('\n'))
    ? patterns
    : null;
}

/** Programs count characters beyond ASCII by the locale. */
const ascii = /^[\x20-\x7e]*$/;

/** Which files are surely named in none of the lines that a `grep` hands on; `isBare` tells that no folder need stand before a name. */
export function dropsLines(base: string, reading: Reading, isBare: boolean): (name: string) => boolean {
  const { options } = reading;
  const patterns = patternsOf(reading);
  if (patterns === null) return () => false;
  const isFixed = base === 'fgrep' || options.has('-F');
  const isExtended = base === 'egrep' || options.has('-E') || options.has('-P');
  const fold = (text: string) => (options.has('-i') ? text.toLowerCase() : text);
  const asLine = (name: string) => fold(isBare ? name : `/${name}`);
  const written = isFixed || isExtended ? patterns : patterns.map(asExtended);
  if (options.has('-v')) {
    if (options.has('-w') || options.has('-x')) return () => false;
    return (name) => ascii.test(name) && surelyMatches(asLine(name), written.map(fold), isFixed);
  }
  const ends = isFixed ? [null] : written.map(endsOf);
  const known = ends.flatMap((each) => each ?? ['']).map(fold);
  return (name) => ascii.test(name) && !known.some((end) => asLine(name).endsWith(end));
}
