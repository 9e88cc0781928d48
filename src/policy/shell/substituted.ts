import type { DoubleQuotedChild } from 'unbash';
import { lineNumbersPrinted } from '../profiles/line-numbers.ts';
import { type Arg, isPlainText, type Printed, textOf } from './arg.ts';
import { lastName } from './cut-texts.ts';
import { printedStamp, stampPiece } from './date-stamps.ts';
import { locatedBy } from './located.ts';
import type { Piece } from './pieces.ts';
import {
  printedText,
  printsBranch,
  printsCommit,
  printsCount,
  printsNpmFolder,
  printsNumber,
  printsTop,
} from './printed.ts';
import type { WordReading } from './word.ts';

/** A path that all programs split alike: no component is empty, and it is not an option. */
const plainPath = /^(?!-|\/+$)(?!.*\/\/)[^\n\0]+$/;

/** The output of `dirname` for a path. */
function folderOf(path: string): string {
  const at = path.replace(/\/$/, '').lastIndexOf('/');
  return at === -1 ? '.' : at === 0 ? '/' : path.slice(0, at);
}

/** The output of `basename` for a path, without the given suffix unless that is the whole name. */
function nameOf(path: string, ending: string): string {
  const whole = path.replace(/\/$/, '');
  const name = whole.slice(whole.lastIndexOf('/') + 1);
  return ending !== '' && name !== ending && name.endsWith(ending) ? name.slice(0, -ending.length) : name;
}

/** The output of `dirname` or `basename` for a known path; null for other commands. */
function partPrinted(words: readonly Arg[]): string | null {
  const [program, path = null, ending = '', ...others] = words.map(textOf);
  if (path === null || ending === null || others.length > 0 || !plainPath.test(path)) return null;
  if (program === 'dirname') return words.length === 2 ? folderOf(path) : null;
  return program === 'basename' && !ending.includes('\n') ? nameOf(path, ending) : null;
}

/** A pattern for what `basename` prints for a file matched by a wildcard; a substitution strips trailing newlines from it. */
function namePrinted([program, path, ...others]: readonly Arg[]): RegExp | null {
  const isOne = textOf(program) === 'basename' && path?.kind === 'glob' && path.isWalked === true;
  return isOne && others.length === 0 && /\w$/.test(path.literal) ? lastName(path) : null;
}

/** The path that `realpath` or `readlink -f` resolves, and its folder; null for other commands. */
function pathFollowed(words: readonly Arg[], { cwds }: Printed) {
  const [, path = null] =
    /^(?:realpath|readlink -f|realpath -e|readlink -e) (.*)$/s.exec(words.map(textOf).join(' ')) ?? [];
  const [cwd] = cwds ?? [];
  if (path === null || !words.every(({ kind }) => kind === 'text') || textOf(words.at(-1)) !== path)
    return null;
  return plainPath.test(path) && cwds?.length === 1 && typeof cwd === 'string' ? { path, cwd } : null;
}

/** The piece for a substitution that prints part of a path, or a resolved path; null for others. */
function toldPiece(printed: Printed, quoted: boolean): Piece | null {
  const [words = [], ...others] = printed.commands;
  if (others.length > 0) return null;
  const part = partPrinted(words);
  if (part !== null) return quoted || isPlainText(part) ? { kind: 'text', text: part, quoted: true } : null;
  const name = namePrinted(words);
  if (name !== null) return { kind: 'unknown', quoted, name };
  const located = pathFollowed(words, printed);
  return located && { kind: 'unknown', quoted, located };
}

type CommandExpansion = Extract<DoubleQuotedChild, { type: 'CommandExpansion' }>;

/** The piece for a substitution that prints line numbers; null for others. */
export function numberedPiece(
  printed: Printed,
  quoted: boolean,
  { isToldPlainly }: Pick<WordReading, 'isToldPlainly'>,
): Piece | null {
  const found = lineNumbersPrinted(printed.commands);
  if (found === null) return null;
  const { isOne, isSure } = found;
  if (isOne && isSure) return { kind: 'unknown', quoted, isCount: true };
  if (!isSure && !isToldPlainly()) return null;
  return { kind: 'unknown', quoted, lines: isOne ? 'one' : 'many', ...(!quoted && { printed }) };
}

/** The piece for a substitution, as far as its output is known. */
export function substituted(
  part: CommandExpansion,
  quoted: boolean,
  { printed, reading }: { readonly printed: Printed | undefined; readonly reading: WordReading },
): Piece {
  if (printsNumber(part)) return { kind: 'unknown', quoted: true, isNumber: true };
  if (printsCommit(part)) return { kind: 'unknown', quoted, isCommit: true };
  const stamp = printedStamp(part);
  if (stamp !== null) return stampPiece(stamp, quoted);
  // A branch name is always a single word.
  if (printsBranch(part)) return { kind: 'unknown', quoted: true, isRef: true };
  if (printsTop(part)) return { kind: 'unknown', quoted, top: { around: null, below: '' } };
  if (quoted && printsNpmFolder(part)) return { kind: 'unknown', quoted, begins: '/' };
  const located = locatedBy(part);
  if (located !== null) return { kind: 'unknown', quoted, located };
  if (printsCount(part)) return { kind: 'unknown', quoted, isCount: true };
  const told = printed && (toldPiece(printed, quoted) ?? numberedPiece(printed, quoted, reading));
  if (told) return told;
  if (!quoted) return { kind: 'unknown', quoted, ...(printed && { printed }) };
  const text = printedText(part);
  if (text !== null) return { kind: 'text', text, quoted };
  const line = printed && oneLineOf(printed);
  return { kind: 'unknown', quoted, ...(line ? { printed: line } : printed && { whole: printed }) };
}

const takesOne = /^(head|tail) (-n ?1|-1)$/;

/** Whether a `find` prints at most one name, since it ends behind it: `find . -name a.ts -print -quit`. */
function findsOne(words: readonly Arg[]): boolean {
  const texts = words.map(textOf);
  const [before, print, quit] = texts.slice(-3);
  const isLast = texts[0] === 'find' && print === '-print' && quit === '-quit';
  return isLast && !/^(?:!|-not)$/.test(before ?? '!') && texts.indexOf('-print') === texts.length - 2;
}

/** The output of commands as one word, if it is one line at most: `$(ls -t | head -1)`; null for others. */
export function oneLineOf(printed: Printed): Printed | null {
  const last = printed.commands.at(-1) ?? [];
  const isFound = printed.commands.length === 1 && findsOne(last);
  const isOne = isFound || takesOne.test(last.map(textOf).join(' '));
  return isOne ? { ...printed, isEach: true, isOne } : null;
}
