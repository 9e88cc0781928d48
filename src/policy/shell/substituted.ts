import type { DoubleQuotedChild } from 'unbash';
import { lineNumbersPrinted } from '../profiles/line-numbers.ts';
import { type Printed, textOf } from './arg.ts';
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
import { toldPiece } from './told-paths.ts';
import type { WordReading } from './word.ts';

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

/** The output of commands as one word, if it is one line at most: `$(ls -t | head -1)`; null for others. */
export function oneLineOf(printed: Printed): Printed | null {
  const last = printed.commands.at(-1) ?? [];
  const isOne = takesOne.test(last.map(textOf).join(' '));
  return isOne ? { ...printed, isEach: true, isOne } : null;
}
