import { mostParts } from './media.ts';

/** A segment of a JPEG file: its marker, and the offset of that. */
export interface JpegSegment {
  readonly marker: number;
  readonly at: number;
  /** Where the next one starts, which may be past the end of the file. */
  readonly end: number;
}

/** Whether a marker has no length: TEM, RST0 to RST7, SOI and EOI (ISO 10918-1, B.1.1.3). */
function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

/** The segments up to the first scan, included. Throws RangeError if a header is cut off. */
export function* jpegSegments(bytes: DataView): Generator<JpegSegment> {
  let at = 2;
  for (let count = 0; count < mostParts && at + 2 <= bytes.byteLength; count += 1) {
    if (bytes.getUint8(at) !== 0xff) return;
    const marker = bytes.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const end = at + 2 + (isAlone(marker) ? 0 : Math.max(2, bytes.getUint16(at + 2)));
    yield { marker, at, end };
    if (marker === 0xda) return;
    at = end;
  }
}
