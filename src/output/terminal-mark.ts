import { ownValue } from '../core/record.ts';
import { CR, ESC, LF, SHIFT_IN } from '../core/text/control-bytes.ts';
import { VT } from './scan.ts';

/** Starts a mark of `markBytes` bytes: the final byte of its sequence and a two-byte number follow. It does not occur in UTF-8. */
export const MARK = 0xfc;
export const markBytes = 4;

const most = 0xffff;

/** Private modes that switch to another screen (DECSET). */
export const screenModes = ['1049', '1047', '47'];
/** Matches one of them, as part of a pattern. */
export const screenMode = `(?:${screenModes.join('|')})`;
/** Switches to another screen and back, which leave the line. */
const screens = new RegExp(`^\\?${screenMode}$`);
/** Autowrap (DECAWM). */
const wrapping = '?7';
/** Final bytes of sequences that move the cursor or change the line (ECMA-48, xterm's ctlseqs); others do neither. */
const moving = '@ABCDEFGHIJKPX`abdefsu';
/** Final bytes of sequences that move other lines: insert or delete lines, scroll. */
const scrolling = 'LMST';
const margins = /^(\d*(;\d*)?)$/;
/** Two-byte escapes with the effect of a sequence: reverse index, save and restore the cursor. */
const alike: Readonly<Record<string, string>> = { M: 'd', '7': 's', '8': 'u' };
/** Two-byte escapes with the effect of control characters, and of others: index, next line and reset. */
const bytes: Readonly<Record<string, Uint8Array>> = {
  D: Uint8Array.of(VT),
  E: Uint8Array.of(CR, LF),
  c: Uint8Array.of(...mark('(', 0), ...mark(')', 0), SHIFT_IN, ...mark('r', 0), ...mark('H', 1)),
};
/** Final bytes of sequences whose number is 0 by default. */
const erasing = 'JK';
/** Escapes that make a set of characters that of line drawing ("0") or another one. */
const designating = ['(', ')'];
/** Begins the parameters of an escape that is no sequence, and is all of those of one of two bytes. */
const noParameters = String.fromCharCode(ESC);

/**
 * The mark for a sequence that moves the cursor or changes the line, with its number; null for any other. One of a position has the
 * column, behind one of the row (`y`) if the sequence names it; one of margins is behind one of the last row (`r`).
 */
export function terminalMark(parameters: Uint8Array, final: number): Uint8Array | null {
  const letter = String.fromCharCode(final);
  const words = Buffer.from(parameters).toString('latin1');
  if (screens.test(words) && 'hl'.includes(letter)) return mark('H', 1);
  if (words === wrapping && 'hl'.includes(letter)) return mark('w', letter === 'h' ? 1 : 0);
  if (words.startsWith(noParameters)) return escapeMark(words.slice(1), letter);
  if (letter === 'r' && margins.test(words))
    return Uint8Array.of(...mark('r', Number(words.split(';')[1] ?? 0)), ...mark('H', 1));
  if (scrolling.includes(letter) && /^[\d;]*$/.test(words)) return mark('ST'.includes(letter) ? 'd' : 'H', 1);
  if (!moving.includes(letter) || !/^[\d;]*$/.test(words)) return null;
  const [word = '', column = ''] = words.split(';');
  const value = Math.max(1, Number(word));
  if ('Hf'.includes(letter))
    return Uint8Array.of(...mark('y', value), ...mark(letter, Math.max(1, Number(column))));
  return mark(letter, erasing.includes(letter) ? Number(word) : value);
}

/** The mark for an escape with these intermediate bytes. */
function escapeMark(intermediates: string, letter: string): Uint8Array | null {
  if (designating.includes(intermediates)) return mark(intermediates, letter === '0' ? 1 : 0);
  if (intermediates !== '') return null;
  const same = ownValue(alike, letter);
  return same === undefined ? (ownValue(bytes, letter) ?? null) : mark(same, 1);
}

function mark(letter: string, number: number): Uint8Array {
  const value = Math.min(number, most);
  return Uint8Array.of(MARK, letter.charCodeAt(0), value >> 8, value & 0xff);
}
