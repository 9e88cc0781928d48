import { charLength, decodeText, isCharStart } from './utf8.ts';

/** Bytes of the character at `at`; 1 for an invalid sequence. */
function sizeAt(bytes: Uint8Array, at: number): number {
  const size = charLength(bytes[at] ?? 0);
  for (let next = 1; next < size; next += 1) if (isCharStart(bytes[at + next] ?? 0)) return 1;
  return size;
}

/**
 * The bytes of the first `chars` code points of a line of `total` bytes, of which `bytes` is all or at least the first `4 * chars`;
 * null if the line need not be cut.
 */
export function cutPlace(bytes: Uint8Array, chars: number, total: number): number | null {
  if (total <= chars) return null;
  let end = 0;
  for (let count = 0; count < chars && end < bytes.length; count += 1) end += sizeAt(bytes, end);
  return end >= total ? null : end;
}

/** The first `end` bytes of a line of `total` bytes, and a marker for the rest. */
export function clipAt(bytes: Uint8Array, end: number, total: number): string {
  return `${decodeText(bytes.subarray(0, end))}[… ${total - end} more bytes]`;
}

/** A line cut as `cutPlace` says; null if it need not be cut. */
export function clipLine(bytes: Uint8Array, chars: number, total: number): string | null {
  const end = cutPlace(bytes, chars, total);
  return end === null ? null : clipAt(bytes, end, total);
}

/** A part of a line; offsets are in bytes of the line. */
export interface LinePart {
  /** Where the part starts. */
  readonly from: number;
  /** The position to show. */
  readonly at: number;
  /** Length of the whole line. */
  readonly total: number;
  /** Most characters shown before `at`, and in all. */
  readonly lead: number;
  readonly chars: number;
}

/** The characters around a position in a line, with a marker on each side for the rest. */
export function clipAround(bytes: Uint8Array, { from, at, total, lead, chars }: LinePart): string {
  let start = at - from;
  for (let count = 0; count < lead && start > 0; count += 1) {
    start -= 1;
    for (let back = 1; back < 4 && start > 0 && !isCharStart(bytes[start] ?? 0); back += 1) start -= 1;
  }
  let end = start;
  for (let count = 0; count < chars && end < bytes.length; count += 1) end += sizeAt(bytes, end);
  const before = from + start;
  const after = total - from - end;
  const shown = decodeText(bytes.subarray(start, end));
  return `${before > 0 ? `[… ${before} bytes before]` : ''}${shown}${after > 0 ? `[… ${after} more bytes]` : ''}`;
}
