const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** Decodes UTF-8; invalid bytes become U+FFFD, a byte order mark stays. */
export function decodeText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Decodes UTF-8 and keeps a byte order mark; null if invalid. */
export function decodeStrictly(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Encodes text as UTF-8. */
export function encodeText(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Whether a byte starts a character: it is no continuation byte. */
export function isCharStart(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}

/** Code points of `bytes` from `from` up to `to`, counted by their first bytes. */
export function countChars(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let chars = 0;
  for (let index = from; index < to; index += 1) {
    if (((bytes[index] ?? 0) & 0xc0) !== 0x80) chars += 1;
  }
  return chars;
}

/** Offset of the character that is `chars` characters after `from`; `to` if there are fewer. */
export function offsetOfChar(bytes: Uint8Array, chars: number, from: number, to = bytes.length): number {
  let left = chars;
  for (let index = from; index < to; index += 1) {
    if (!isCharStart(bytes[index] ?? 0)) continue;
    if (left === 0) return index;
    left -= 1;
  }
  return to;
}

/** Offset of the last `chars` characters; 0 if there are fewer. */
export function offsetFromEnd(bytes: Uint8Array, chars: number): number {
  let left = chars;
  let index = bytes.length;
  while (left > 0 && index > 0) {
    index -= 1;
    if (isCharStart(bytes[index] ?? 0)) left -= 1;
  }
  return index;
}

/** Bytes of the character that starts with this byte; 1 if none does. */
export function charLength(byte: number): number {
  if (byte < 0xc0 || byte >= 0xf8) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/** Bytes at the end that start an incomplete character, 0 to 3. */
export function openCharacter(bytes: Uint8Array): number {
  for (let have = 1; have <= 3 && have <= bytes.length; have += 1) {
    const byte = bytes[bytes.length - have] ?? 0;
    if (isCharStart(byte)) return have < charLength(byte) ? have : 0;
  }
  return 0;
}

/** Bytes at the start that belong to a character cut off before, 0 to 3. */
export function brokenCharacter(bytes: Uint8Array): number {
  const start = bytes.subarray(0, 4).findIndex(isCharStart);
  return start === -1 ? 0 : start;
}
