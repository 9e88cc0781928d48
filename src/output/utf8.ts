import { isUtf8 } from 'node:buffer';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
const nothing = new Uint8Array(0);

/** Text of bytes; invalid ones become U+FFFD, a byte order mark stays. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** UTF-8 of text. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Whether a byte begins a character: everything but a continuation byte. */
export function isCharStart(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}

/** Code points of `bytes` from `from` up to `to`, counted by the bytes that begin one. */
export function countChars(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let chars = 0;
  for (let index = from; index < to; index += 1) {
    if (((bytes[index] ?? 0) & 0xc0) !== 0x80) chars += 1;
  }
  return chars;
}

/** Offset of the character number `chars` counted from `from` (the one there is 0), or `to` when there are fewer. */
export function offsetOfChar(bytes: Uint8Array, chars: number, from = 0, to = bytes.length): number {
  let left = chars;
  for (let index = from; index < to; index += 1) {
    if (!isCharStart(bytes[index] ?? 0)) continue;
    if (left === 0) return index;
    left -= 1;
  }
  return to;
}

/** Offset of the last `chars` characters, or 0 when there are fewer. */
export function offsetFromEnd(bytes: Uint8Array, chars: number): number {
  let left = chars;
  let index = bytes.length;
  while (left > 0 && index > 0) {
    index -= 1;
    if (isCharStart(bytes[index] ?? 0)) left -= 1;
  }
  return index;
}

/** Bytes of the character that a byte begins; 1 for one that begins none. */
function lengthFrom(byte: number): number {
  if (byte < 0xc0 || byte >= 0xf8) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/** Bytes at the end that are the start of a character whose rest has not come, 0 to 3. */
function openBytes(bytes: Uint8Array): number {
  for (let have = 1; have <= 3 && have <= bytes.length; have += 1) {
    const byte = bytes[bytes.length - have] ?? 0;
    if (isCharStart(byte)) return have < lengthFrom(byte) ? have : 0;
  }
  return 0;
}

/**
 * Makes a stream valid UTF-8 piece by piece, each piece whole characters. Holding back from a leading byte is always
 * right, because a leading byte never belongs to what stands before it.
 */
export class Utf8Repair {
  private carry: Uint8Array = nothing;

  /** Another one in the same state. */
  copy(): Utf8Repair {
    const copy = new Utf8Repair();
    copy.carry = this.carry;
    return copy;
  }

  /** The valid text of `bytes`: `bytes` themselves when nothing had to change. `hasHigh` as the scan found it. */
  push(bytes: Uint8Array, hasHigh: boolean): Uint8Array {
    if (!hasHigh && this.carry.length === 0) return bytes;
    const joined = this.carry.length === 0 ? bytes : join(this.carry, bytes);
    const end = joined.length - openBytes(joined);
    this.carry = end === joined.length ? nothing : joined.slice(end);
    const whole = end === joined.length ? joined : joined.subarray(0, end);
    return isUtf8(whole) ? whole : encoder.encode(decoder.decode(whole));
  }

  /** What was held back, as it will never be completed. */
  end(): Uint8Array {
    const rest = this.carry;
    this.carry = nothing;
    return rest.length === 0 ? rest : encoder.encode(decoder.decode(rest));
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
