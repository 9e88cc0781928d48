import { decodeText, encodeText } from '../core/text/utf8.ts';
import { countOf } from './notices.ts';

/**
 * A cut in a long line is marked in the kept bytes by 0xFE, the text a reader sees, 0xFD, the number of cut bytes in digits,
 * 0xFF. None of the three bytes occurs in UTF-8, so shown output can be told from markers.
 */
const OPEN = 0xfe;
const HIDDEN = 0xfd;
const CLOSE = 0xff;

/** The marker of a line that lost `chars` characters, `bytes` bytes. */
export function encodeMarker(chars: number, bytes: number): Uint8Array {
  const text = encodeText(`[… ${countOf(chars, 'more character')}]`);
  const hidden = encodeText(String(bytes));
  return Uint8Array.of(OPEN, ...text, HIDDEN, ...hidden, CLOSE);
}

/** Length of the rest of a marker at the start whose beginning is missing; 0 for none. */
export function endOfMarker(bytes: Uint8Array): number {
  for (const [index, byte] of bytes.entries()) {
    if (byte === CLOSE) return index + 1;
    if (byte === OPEN || byte === 10) return 0;
  }
  return 0;
}

/** Kept bytes in pieces: each marker, and what stands between them. */
export function* piecesOf(
  kept: Uint8Array,
): Generator<{ readonly bytes: Uint8Array; readonly isMarker: boolean }> {
  for (let from = 0; from < kept.length; ) {
    const open = kept.indexOf(OPEN, from);
    const end = open === -1 ? kept.length : open;
    if (end > from) yield { bytes: kept.subarray(from, end), isMarker: false };
    if (open === -1) return;
    from = kept.indexOf(CLOSE, open) + 1 || kept.length;
    yield { bytes: kept.subarray(open, from), isMarker: true };
  }
}

export interface Shown {
  readonly text: string;
  /** Bytes of the stream itself, markers not counted. */
  readonly bytes: number;
  /** Bytes the markers stand for. */
  readonly cutBytes: number;
  readonly newlines: number;
}

/** Renders kept bytes as a reader sees them, with their counts. */
export function renderKept(kept: Uint8Array): Shown {
  let newlines = 0;
  for (const byte of kept) if (byte === 10) newlines += 1;
  if (!kept.includes(OPEN)) return { text: decodeText(kept), bytes: kept.length, cutBytes: 0, newlines };
  let text = '';
  let bytes = 0;
  let cutBytes = 0;
  let from = 0;
  for (;;) {
    const open = kept.indexOf(OPEN, from);
    const plain = kept.subarray(from, open === -1 ? kept.length : open);
    text += decodeText(plain);
    bytes += plain.length;
    if (open === -1) return { text, bytes, cutBytes, newlines };
    const hidden = kept.indexOf(HIDDEN, open);
    const close = kept.indexOf(CLOSE, hidden);
    text += decodeText(kept.subarray(open + 1, hidden));
    cutBytes += Number(decodeText(kept.subarray(hidden + 1, close)));
    from = close + 1;
  }
}
