import { CR, LF, SHIFT_IN, TAB } from '../core/text/control-bytes.ts';
import { MARK } from './terminal-mark.ts';

const BEL = 7;

/** Whether a terminal acts on this byte within a line, or drops it. */
export function isControl(byte: number): boolean {
  return byte >= BEL && byte <= SHIFT_IN;
}

/** The end of the whole lines from `from` on in which only line ends need changes. */
export function plainEnd(bytes: Uint8Array, from: number): number {
  let end = from;
  for (let index = from; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === LF) end = index + 1;
    else if (byte === CR ? !isLineEnd(bytes, index) : byte === MARK || (byte !== TAB && isControl(byte)))
      break;
  }
  return end;
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  let index = at;
  while (bytes[index] === CR) index += 1;
  return bytes[index] === LF;
}
