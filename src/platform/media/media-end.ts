import { jpegSegments } from './jpeg.ts';
import { latin, type MediaType } from './media.ts';

/** Whether a chunk IEND is there: all before it is as long as it says (PNG, 3rd edition, 5.3). */
function pngEnds(bytes: DataView, raw: Uint8Array): boolean {
  for (let at = 8; at + 12 <= bytes.byteLength; at += 12 + bytes.getUint32(at)) {
    if (latin(raw, at + 4, 4) === 'IEND') return true;
  }
  return false;
}

/** Whether an end of image follows the frame; a preview in the header has one of its own. */
function jpegEnds(bytes: DataView, raw: Uint8Array): boolean {
  for (const { marker, at } of jpegSegments(bytes)) {
    if (marker === 0xd9) return true;
    if (marker === 0xda)
      return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).includes('\xff\xd9', at, 'latin1');
  }
  return false;
}

/** Where the blocks of data that begin at `at` end (GIF89a, 15): each says its length, the last has none. Throws RangeError past the end. */
function afterBlocks(bytes: DataView, at: number): number {
  let end = at;
  while (bytes.getUint8(end) !== 0) end += bytes.getUint8(end) + 1;
  return end + 1;
}

/** Bytes of the table of colours that a byte of flags announces. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Whether all of the first picture is there; those of a film that may follow are not looked at. */
function gifEnds(bytes: DataView): boolean {
  let at = 13 + tableBytes(bytes.getUint8(10));
  while (bytes.getUint8(at) === 0x21) at = afterBlocks(bytes, at + 2);
  if (bytes.getUint8(at) === 0x2c) afterBlocks(bytes, at + 11 + tableBytes(bytes.getUint8(at + 9)));
  return true;
}

/** Whether the file is as long as its first chunk says (RFC 9649, 2.4). */
function webpEnds(bytes: DataView): boolean {
  return bytes.getUint32(4, true) + 8 <= bytes.byteLength;
}

function ends(raw: Uint8Array, mimeType: string): boolean {
  const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  switch (mimeType) {
    case 'image/png':
      return pngEnds(bytes, raw);
    case 'image/jpeg':
      return jpegEnds(bytes, raw);
    case 'image/gif':
      return gifEnds(bytes);
    case 'image/webp':
      return webpEnds(bytes);
    default:
      return true;
  }
}

/** Whether a picture breaks off before its format says that it ends; false where the format does not say. */
export function isCutOff(bytes: Uint8Array, { mimeType }: MediaType): boolean {
  try {
    return !ends(bytes, mimeType);
  } catch (error) {
    // A DataView read past the end.
    if (error instanceof RangeError) return true;
    throw error;
  }
}
