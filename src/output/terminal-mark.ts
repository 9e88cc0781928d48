/** Begins a mark of `markBytes`: the final byte of its sequence and a number of two bytes follow. It does not occur in UTF-8. */
export const MARK = 0xfc;
export const markBytes = 4;

/** Other screens (DECSET), which are somewhere else than the line. */
const screens = /^\?(?:1049|1047|47)$/;
/** Final bytes of sequences that move the cursor or change the line (ECMA-48, xterm's ctlseqs); others do neither. */
const moving = '@ABCDEFGHIJKPX`abdef8u';
/** Final bytes of sequences whose number is 0 by default. */
const erasing = 'JK';
const most = 0xffff;

/** In place of a sequence that moves the cursor or changes the line: the number it comes with, of a place the column. */
export function terminalMark(parameters: Uint8Array, final: number): Uint8Array | null {
  const letter = String.fromCharCode(final);
  const words = Buffer.from(parameters).toString('latin1');
  if (screens.test(words) && 'hl'.includes(letter)) return mark('H', 1);
  if (!moving.includes(letter) || !/^[\d;]*$/.test(words)) return null;
  const word = words.split(';')['Hf'.includes(letter) ? 1 : 0] ?? '';
  return mark(letter, erasing.includes(letter) ? Number(word) : Math.max(1, Number(word)));
}

function mark(letter: string, number: number): Uint8Array {
  const value = Math.min(number, most);
  return Uint8Array.of(MARK, letter.charCodeAt(0), value >> 8, value & 0xff);
}
