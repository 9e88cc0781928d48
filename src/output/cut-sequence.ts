import { LF } from '../core/text/control-bytes.ts';
import { EscapeFilter } from './escapes.ts';

/** Longest sequence in bytes that a cut avoids: more than colours, titles and links have. */
export const longestUncut = 256;

/** What takes the bytes before a cut, to find whether that falls inside a terminal control sequence. */
export function sequences(): EscapeFilter {
  return new EscapeFilter(null, longestUncut);
}

/**
 * The index at which the sequence ends that is open in `before` and continues in `bytes` at `from`; `from` if none is. A
 * terminal takes what follows an unfinished sequence for its rest, and shows a rest without its start as text.
 */
export function sequenceEnd(before: EscapeFilter, bytes: Uint8Array, from: number): number {
  let end = from;
  while (before.isOpen && end < bytes.length && bytes[end] !== LF) {
    before.push(bytes.subarray(end, end + 1));
    end += 1;
  }
  if (end < bytes.length) before.end();
  return end;
}
