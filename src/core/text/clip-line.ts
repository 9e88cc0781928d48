import { charLength, decodeText, isCharStart } from './utf8.ts';

/** Bytes of the character at `at`; 1 for a byte that begins no whole one. */
function sizeAt(bytes: Uint8Array, at: number): number {
  const size = charLength(bytes[at] ?? 0);
  for (let next = 1; next < size; next += 1) if (isCharStart(bytes[at + next] ?? 0)) return 1;
  return size;
}

/**
 * A line of `total` bytes, of which `bytes` are all or at least the first four for each of `chars`, with so many characters
 * (code points) shown and a marker for the rest; null when it need not be cut.
 */
export function clipLine(bytes: Uint8Array, chars: number, total: number): string | null {
  if (total <= chars) return null;
  let end = 0;
  for (let count = 0; count < chars && end < bytes.length; count += 1) end += sizeAt(bytes, end);
  if (end >= total) return null;
  return `${decodeText(bytes.subarray(0, end))}[… ${total - end} more bytes]`;
}
