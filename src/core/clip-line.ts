/** Bytes of the character at `at`; 1 for a byte that begins no whole one. */
function sizeAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const size = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf8 ? 4 : 1;
  for (let next = 1; next < size; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return 1;
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
  const shown = Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('utf8');
  return `${shown}[… ${total - end} more bytes]`;
}
