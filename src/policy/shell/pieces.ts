import {
  type Arg,
  type Below,
  type NamedPath,
  NotUnderstood,
  type Printed,
  type ToldTop,
  textArg,
  type Wildcard,
} from './arg.ts';
import type { Stamp } from './date-stamps.ts';
import type { Located } from './located.ts';
import { branchOf, revisionOf } from './revisions.ts';

/** A part of a word. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** A wildcard, for any run of characters or any single one. */
  | { readonly kind: 'wild'; readonly isRun: boolean; readonly text: string }
  /**
   * Known only when it runs. `isNumber`: a whole number; `isCount`: one or empty; `isSigned`: may be negative; `lines`: line numbers;
   * `stamp`: a date; `isCommit`: a hash; `isRef`: a branch name; `located`: the path of a program; `top`: begins with a repository top;
   * `printed`: output of commands; `whole`: all of it, one word; `name`: a name of that pattern; `named`: a path with such a name.
   */
  | {
      readonly kind: 'unknown';
      readonly quoted: boolean;
      readonly isNumber?: true;
      readonly isCount?: true;
      readonly isSigned?: true;
      readonly lines?: 'one' | 'many';
      readonly stamp?: Stamp;
      readonly isCommit?: true;
      readonly isRef?: true;
      readonly located?: Located;
      readonly top?: ToldTop;
      readonly printed?: Printed;
      readonly whole?: Printed;
      readonly name?: RegExp;
      readonly named?: NamedPath;
      /** What it surely begins with, if it may be anything. */
      readonly begins?: string;
    }
  /** `{a,b}`: each text makes a word of its own. */
  | { readonly kind: 'choices'; readonly texts: readonly string[] };

const mostWords = 512;

function escapeSource(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** All words that the choices make, in the shell's order. */
function spread(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  let words: readonly (readonly Piece[])[] = [[]];
  for (const piece of pieces) {
    const next: readonly Piece[] =
      piece.kind === 'choices' ? piece.texts.map((text) => ({ kind: 'text', text, quoted: false })) : [piece];
    words = words.flatMap((word) => next.map((choice) => [...word, choice]));
    if (words.length > mostWords) throw new NotUnderstood('expands to very many words');
  }
  return words;
}

/** A part of one component of a wildcard word: text, any single character, or any run of them. */
type Mark = { readonly text: string } | 'one' | 'run';

/**
 * The source of a pattern, with groups numbered from `from`. Text between two stars is matched where it is first found,
 * without backtracking, so that matching takes linear time.
 */
function starred(marks: readonly Mark[], from: number): { readonly source: string; readonly next: number } {
  const stretches = [''];
  for (const mark of marks) {
    if (mark === 'run') stretches.push('');
    else stretches.push(`${stretches.pop() ?? ''}${mark === 'one' ? '.' : escapeSource(mark.text)}`);
  }
  const [first = '', ...others] = stretches;
  const last = others.pop();
  if (last === undefined) return { source: first, next: from };
  const between = others.filter((stretch) => stretch !== '');
  const found = between.map((stretch, index) => `(?=(.*?${stretch}))\\${from + index}`);
  return { source: `${first}${found.join('')}.*${last}`, next: from + between.length };
}

/** A pattern for a whole name. Beyond ASCII, a mark for one character matches any run, since shells count characters differently. */
function namePattern(marks: readonly Mark[]): RegExp {
  const exact = starred(marks, 1);
  const first = marks.find((mark) => typeof mark === 'string' || mark.text !== '');
  const start = typeof first === 'string' ? '^(?!\\.)' : '^';
  if (!marks.includes('one')) return new RegExp(`${start}${exact.source}$`, 's');
  const wide = starred(
    marks.map((mark) => (mark === 'one' ? 'run' : mark)),
    exact.next,
  );
  return new RegExp(
    `${start}(?:(?![^]*[^\\0-\\x7f])${exact.source}|(?=[^]*[^\\0-\\x7f])${wide.source})$`,
    's',
  );
}

/** The marks of each path component of a word. */
function marksOf(pieces: readonly Piece[]): readonly (readonly Mark[])[] {
  const components: Mark[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'wild') components.at(-1)?.push(piece.isRun ? 'run' : 'one');
    else if (piece.kind === 'text') {
      const [first = '', ...others] = piece.text.split('/');
      components.at(-1)?.push({ text: first });
      components.push(...others.map((text) => [{ text }]));
    }
  }
  return components;
}

/** The path components of a wildcard word: plain text without wildcards, else a pattern for a whole name. */
function segmentsOf(pieces: readonly Piece[]): readonly (string | RegExp)[] {
  return marksOf(pieces).map((marks) =>
    marks.some((mark) => typeof mark === 'string')
      ? namePattern(marks)
      : marks.map((mark) => (typeof mark === 'string' ? '' : mark.text)).join(''),
  );
}

function literalOf(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (piece.kind === 'text' || piece.kind === 'wild' ? piece.text : '')).join('');
}

/** Possible texts for an unknown number; none if it is no number. Some `wc` print blanks before it. */
function numerals(piece: Piece): readonly string[] {
  if (piece.kind !== 'unknown') return [];
  if (piece.isCount === true && piece.quoted) return ['1', ' 1', ''];
  // A file prefix that `grep` adds to a line number cannot turn the word into anything but an error.
  if (piece.lines !== undefined && piece.quoted) return piece.lines === 'one' ? ['1', ''] : ['1', '', '1\n1'];
  // No rule could mean one of two.
  if (piece.stamp !== undefined && piece.quoted) return [piece.stamp.text, ''];
  if (piece.isNumber !== true) return [];
  return piece.isSigned === true ? ['1', '-1'] : ['1'];
}

const mostSamples = 32;

/** Sample words for all forms that the word may have, apart from digits; null if anything but numbers is unknown, or for too many. */
function samplesOf(pieces: readonly Piece[]): readonly string[] | null {
  let samples: readonly string[] = [''];
  for (const piece of pieces) {
    const texts = piece.kind === 'text' ? [piece.text] : numerals(piece);
    samples = samples.flatMap((sample) => texts.map((text) => sample + text));
    if (samples.length === 0 || samples.length > mostSamples) return null;
  }
  return samples;
}

/** The repository top that a word begins with, if only a path below it follows; null otherwise. */
function topOf([first, ...rest]: readonly Piece[]): ToldTop | null {
  const top = first?.kind === 'unknown' ? first.top : undefined;
  const below = rest.every(({ kind }) => kind === 'text') ? literalOf(rest) : null;
  if (top === undefined || below === null || !/^(\/|$)/.test(below)) return null;
  return { ...top, below: top.below + below };
}

/** A word that begins with text and contains one unknown name of a known pattern; null for others. */
function namedOf(pieces: readonly Piece[]): NamedPath | null {
  const at = pieces.findIndex((piece) => piece.kind === 'unknown');
  const piece = pieces[at];
  const others = pieces.filter((other) => other !== piece);
  if (piece?.kind !== 'unknown' || !others.every((other) => other.kind === 'text')) return null;
  const prefix = literalOf(pieces.slice(0, at));
  if (piece.named !== undefined) return others.length === 0 ? piece.named : null;
  const { name } = piece;
  if (name === undefined || prefix === '') return null;
  const reached = others.slice(0, at);
  const parts: readonly Piece[] = [...reached, { kind: 'wild', isRun: true, text: '*' }, ...others.slice(at)];
  const segments = segmentsOf(parts);
  const isWhole = at === reached.length && prefix.endsWith('/') && at === pieces.length - 1;
  const among: Wildcard = {
    kind: 'glob',
    text: `${prefix}*${literalOf(others.slice(at))}`,
    literal: `${prefix}*${literalOf(others.slice(at))}`,
    segments: isWhole ? [...segments.slice(0, -1), name] : segments,
    split: false,
    isWalked: true,
  };
  return { prefix, among };
}

/** A path with one printed name in it; null for others. */
function belowOf([first, piece, after, ...others]: readonly Piece[]): Below | null {
  const printed = piece?.kind === 'unknown' ? piece.printed : undefined;
  // A single line may be empty.
  if (printed === undefined || !printed.isEach || printed.isOne === true) return null;
  if (first?.kind !== 'text' || !first.text.endsWith('/')) return null;
  const behind = after === undefined ? '' : after.kind === 'text' ? after.text : null;
  if (behind === null || others.length > 0 || !/^(?:\/|$)/.test(behind)) return null;
  return { before: first.text, printed, behind };
}

/** Whether a word is line numbers, or a plus sign and one, as for `tail -n`. */
function linesOf(filled: readonly Piece[]): 'one' | 'many' | undefined {
  const [first, ...others] = filled;
  const next = others[0]?.kind === 'unknown' ? others[0].lines : undefined;
  const isPlus = first?.kind === 'text' && first.text === '+' && next === 'one';
  const [piece, ...more] = isPlus ? others : filled;
  return piece?.kind === 'unknown' && more.length === 0 ? piece.lines : undefined;
}

/** The text that a word surely begins with; empty if a wildcard or the like precedes the unknown part. */
function beginningOf(pieces: readonly Piece[]): string {
  const known = pieces.slice(
    0,
    pieces.findIndex((piece) => piece.kind === 'unknown'),
  );
  if (!known.every((piece) => piece.kind === 'text')) return '';
  const next = pieces[known.length];
  return literalOf(known) + (next?.kind === 'unknown' ? (next.begins ?? '') : '');
}

/** A word with an unknown part. */
function unknownArg(pieces: readonly Piece[], source: string): Arg {
  const prefix = beginningOf(pieces);
  const single = pieces.every((piece) => piece.kind === 'text' || (piece.kind === 'unknown' && piece.quoted));
  const samples = samplesOf(pieces);
  const revision = revisionOf(pieces) ?? branchOf(pieces);
  const filled = pieces.filter((piece) => piece.kind !== 'text' || piece.text !== '');
  const only = filled.length === 1 && filled[0]?.kind === 'unknown' ? filled[0] : undefined;
  const top = topOf(filled);
  const named = namedOf(filled);
  const lines = linesOf(filled);
  const below = belowOf(filled);
  return {
    kind: 'unknown',
    text: source,
    prefix: named?.prefix ?? prefix,
    single,
    ...(only?.isNumber === true ? { isNumber: true } : {}),
    ...(only?.isCount === true ? { isCount: true } : {}),
    ...(samples === null ? {} : { samples }),
    ...(lines === undefined ? {} : { lines }),
    ...(revision === null ? {} : revision),
    ...(only?.stamp === undefined ? {} : { stamp: only.stamp }),
    ...(only?.isRef === true ? { isRef: true } : {}),
    ...(only?.located === undefined ? {} : { located: only.located }),
    ...(top === null ? {} : { top }),
    ...(only?.printed === undefined ? {} : { printed: only.printed }),
    ...(only?.whole === undefined ? {} : { whole: only.whole }),
    ...(only?.name === undefined ? {} : { name: only.name }),
    ...(named === null ? {} : { named }),
    ...(below === null ? {} : { below }),
  };
}

function argOf(pieces: readonly Piece[], source: string): Arg {
  if (pieces.some((piece) => piece.kind === 'unknown')) return unknownArg(pieces, source);
  if (pieces.some((piece) => piece.kind === 'wild')) {
    return {
      kind: 'glob',
      text: source,
      literal: literalOf(pieces),
      segments: segmentsOf(pieces),
      split: false,
    };
  }
  return textArg(literalOf(pieces));
}

/** The words that pieces make; `source` is the word as written. Throws NotUnderstood if there would be too many. */
export function wordsOf(pieces: readonly Piece[], source: string): readonly Arg[] {
  if (!pieces.some((piece) => piece.kind === 'choices')) return [argOf(pieces, source)];
  const words = spread(pieces);
  // Braces are expanded first: of `{,}~` bash makes the home folder twice.
  if (words.some((word) => literalOf(word).startsWith('~')))
    throw new NotUnderstood('expands ~ behind braces');
  const isKept = (word: readonly Piece[]) =>
    word.some((piece) => piece.kind !== 'text' || piece.quoted || piece.text !== '');
  return words.filter(isKept).map((word) => argOf(word, source));
}
