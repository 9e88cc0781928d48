import { LF } from '../core/text/control-bytes.ts';
import { isCharStart } from '../core/text/utf8.ts';

/** Characters around a cut in which a line end is looked for; fewer for small caps, so that something is left. */
function lookAround(maxChars: number): number {
  return Math.min(200, maxChars >> 2);
}

/** Splits a cap in halves; the head gets the odd one. */
export function halves(cap: number): { readonly head: number; readonly tail: number } {
  return { head: Math.ceil(cap / 2), tail: Math.floor(cap / 2) };
}

/** Counts characters and lines from the start of a stream and finds where the head ends. */
export class HeadLimit {
  isOpen = true;
  chars = 0;
  newlines = 0;
  bytes = 0;
  private readonly maxChars: number;
  private readonly maxLines: number;

  constructor(maxChars: number, maxLines: number) {
    this.maxChars = maxChars;
    this.maxLines = maxLines;
  }

  /** Number of the next bytes that belong to the head. It ends before the first character too many, or after its last line. */
  take(bytes: Uint8Array): number {
    if (!this.isOpen) return 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0;
      // Stray continuation bytes start no character; the byte limit keeps a stream of them from being all head.
      if (this.bytes === this.maxChars * 4) return this.close(index);
      if (isCharStart(byte)) {
        if (this.chars === this.maxChars) return this.close(index);
        this.chars += 1;
      }
      this.bytes += 1;
      if (byte === LF) {
        this.newlines += 1;
        if (this.newlines === this.maxLines) return this.close(index + 1);
      }
    }
    return bytes.length;
  }

  /** Whether `chars` more fit as one piece; closes the head if not. */
  fits(chars: number): boolean {
    if (this.isOpen && this.chars + chars > this.maxChars) this.isOpen = false;
    return this.isOpen;
  }

  private close(taken: number): number {
    this.isOpen = false;
    return taken;
  }
}

/** End of a full head: its whole length, or just after a newline near it. */
export function headEnd(bytes: Uint8Array, maxChars: number): number {
  let chars = 0;
  for (let end = bytes.length; end > 0; end -= 1) {
    const byte = bytes[end - 1] ?? 0;
    if (byte === LF) return end;
    if (isCharStart(byte)) chars += 1;
    if (chars > lookAround(maxChars)) break;
  }
  return bytes.length;
}

/** Start of the last `maxChars` characters and `maxLines` lines, or just after a newline near it unless nothing would be left. */
export function tailStart(bytes: Uint8Array, maxChars: number, maxLines: number): number {
  let start = bytes.length;
  let chars = 0;
  let lines = 1;
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    const byte = bytes[index] ?? 0;
    if (byte === LF && index < bytes.length - 1) lines += 1;
    if (lines > maxLines) break;
    if (!isCharStart(byte)) continue;
    if (chars === maxChars) break;
    chars += 1;
    start = index;
  }
  return start === 0 || bytes[start - 1] === LF ? start : lineStartNear(bytes, start, lookAround(maxChars));
}

function lineStartNear(bytes: Uint8Array, start: number, maxChars: number): number {
  let chars = 0;
  for (let index = start; index < bytes.length - 1 && chars <= maxChars; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === LF) return index + 1;
    if (isCharStart(byte)) chars += 1;
  }
  return start;
}

export interface LineCount {
  readonly newlines: number;
  /** Whether it ends in the middle of a line. */
  readonly isPartial: boolean;
}

/** Number of lines of which neither head nor tail shows any part. */
export function linesBetween(whole: LineCount, head: LineCount, tail: LineCount): number {
  const touched = (count: LineCount) => count.newlines + (count.isPartial ? 1 : 0);
  const between = whole.newlines - head.newlines - tail.newlines;
  const isShared = head.isPartial && between === 0 && touched(tail) > 0;
  return touched(whole) - touched(head) - touched(tail) + (isShared ? 1 : 0);
}
