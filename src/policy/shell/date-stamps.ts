import type { DoubleQuotedChild } from 'unbash';
import type { Piece } from './pieces.ts';
import { plainWords } from './printed.ts';

/** A sample of what each part of a format prints. */
const told: ReadonlyMap<string, string> = new Map([
  ['F', '2000-01-01'],
  ['T', '00:00:00'],
  ['Y', '2000'],
  ['R', '00:00'],
  ['j', '001'],
  ...[...'ymdHMS'].map((letter): readonly [string, string] => [letter, '00']),
]);

const printer =
  /^date (?:-u )?((?:-d|--date)[ =](?:'[^'\\]*'|"[^"$`\\]*"|\w+) )?(["']?)\+((?:%[FTYRjymdHMS])(?:%[FTYRjymdHMS]|[-_:./,T ])*)\2$/;

const stampName = /^[\d_:.,T -]+$/;

/** Printed date or time: a sample in which only digits may differ, and whether it may be empty, as for an invalid day. */
export interface Stamp {
  readonly text: string;
  readonly mayBeNothing: boolean;
}

/** The date or time that a substitution prints: `$(date +%F)`; null for any other substitution. */
export function printedStamp(part: Extract<DoubleQuotedChild, { type: 'CommandExpansion' }>): Stamp | null {
  const [, day, quote, format = ''] = printer.exec(plainWords(part).join(' ')) ?? [];
  if (format === '' || (quote === '' && format.includes(' '))) return null;
  const text = format.replace(/%(.)/g, (_, letter: string) => told.get(letter) ?? '');
  return { text, mayBeNothing: day !== undefined };
}

/** A date or time as a part of a word. */
export function stampPiece(stamp: Stamp, quoted: boolean): Piece {
  const { text, mayBeNothing } = stamp;
  const isWord = quoted || !(mayBeNothing || text.includes(' '));
  // An empty name would make a path lead to the folder.
  const isName = isWord && !mayBeNothing && !text.includes('/');
  return { kind: 'unknown', quoted: isWord, stamp, ...(isName && { name: stampName }) };
}
