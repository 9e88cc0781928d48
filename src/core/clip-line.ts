/** The first `chars` UTF-16 units of `text`, never half of a surrogate pair. */
function firstUnits(text: string, chars: number): string {
  const last = text.charCodeAt(chars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}

/**
 * A line of `bytes` UTF-8 bytes, of which `text` is all or the start, with at most `chars` characters shown and a marker for
 * the rest; null when it need not be cut.
 */
export function clipLine(text: string, chars: number, bytes: number): string | null {
  if (text.length <= chars && Buffer.byteLength(text) >= bytes) return null;
  const first = firstUnits(text, chars);
  return `${first}[… ${bytes - Buffer.byteLength(first)} more bytes]`;
}
