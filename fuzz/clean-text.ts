/**
 * What a whole stream looks like once a terminal has shown it, worked out plainly from all of its text at once: no
 * chunks, no limits of memory. The oracle of the collector.
 */

/** A character of the clean text, or the marker of what was cut from a line's end. */
export interface Unit {
  readonly text: string;
  /** UTF-8 bytes of the stream it stands for. */
  readonly bytes: number;
  readonly isMarker: boolean;
}

/** Longest sequence in bytes, its ESC included. */
const mostSequenceBytes = 64 * 1024 + 1;
/** How far backspaces move. */
const mostBack = 256;

/** CSI, OSC, the other strings, escapes with intermediates, and escapes of two bytes (ECMA-48, xterm's BEL after OSC). */
const sequence =
  /\u001b(?:\[[\x20-\x3f]*[\x40-\x7e]|\][^\n\u0007\u0018\u001a\u001b]*(?:\u0007|\u001b\\)|[PX^_][^\n\u0018\u001a\u001b]*\u001b\\|[\x20-\x2f]+[\x30-\x7e]|(?![[\]PX^_])[\x30-\x7e])/y;

export function bytesIn(text: string): number {
  return Buffer.byteLength(text);
}

/** The text without escape sequences; an ESC that begins none becomes U+241B. */
export function withoutSequences(text: string): string {
  let clean = '';
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('\u001b', at);
    if (next === -1) return clean + text.slice(at);
    clean += text.slice(at, next);
    sequence.lastIndex = next;
    const found = sequence.exec(text)?.[0];
    if (found !== undefined && bytesIn(found) <= mostSequenceBytes) at = next + found.length;
    else {
      clean += '\u241b';
      at = next + 1;
    }
  }
  return clean;
}

/** One line as carriage returns and backspaces leave it. Of characters past `most` nothing is known that could be moved over. */
function typedLine(line: string, most: number): readonly string[] {
  let shown: string[] = [];
  let back = 0;
  let isReturned = false;
  for (const char of line) {
    if (char === '\r') isReturned = true;
    else if (char === '\b') {
      if (!isReturned && shown.length <= most) back = Math.min(back + 1, shown.length, mostBack);
    } else {
      if (isReturned) {
        shown = [];
        back = 0;
        isReturned = false;
      }
      const visible = char === '\0' ? '\u2400' : char;
      if (back === 0) shown.push(visible);
      else {
        shown[shown.length - back] = visible;
        back -= 1;
      }
    }
  }
  return shown;
}

function plainUnit(text: string): Unit {
  return { text, bytes: bytesIn(text), isMarker: false };
}

/** The clean text in units; a line of more than `lineChars` characters ends in a marker. */
export function cleanUnits(text: string, lineChars: number): readonly Unit[] {
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const shown = typedLine(line, lineChars);
    const units = shown.slice(0, lineChars).map(plainUnit);
    const cut = shown.slice(lineChars);
    if (cut.length > 0) {
      const marker = `[… ${cut.length} more character${cut.length === 1 ? '' : 's'}]`;
      units.push({ text: marker, bytes: bytesIn(cut.join('')), isMarker: true });
    }
    if (index < lines.length - 1) units.push(plainUnit('\n'));
    return units;
  });
}

/** Whether the start of a stream says that it is no text: a NUL, or more than 30 % control bytes in 8 KiB. */
export function isBinaryStart(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 8192);
  const odd = start.filter(
    (byte) => byte === 0x7f || (byte < 0x20 && ![7, 8, 9, 10, 11, 12, 13, 27].includes(byte)),
  );
  return start.includes(0) || odd.length * 10 > start.length * 3;
}
