import { boxes } from './iso-boxes.ts';
import { jpegSegments } from './jpeg.ts';
import type { MediaType } from './media.ts';
import { pngChunks } from './png.ts';

/** Whether a chunk behind the header breaks off, or data has begun that no IEND ends (PNG, 3rd edition, 5.3). */
function pngBreaksOff(raw: Uint8Array): boolean {
  let hasData = false;
  for (const { type, end } of pngChunks(raw)) {
    if (type === 'IEND') return false;
    if (end > raw.length) return true;
    hasData ||= type === 'IDAT';
  }
  return hasData;
}

/** Whether a scan has begun that no end of image follows; a preview in the header has one of its own. */
function jpegBreaksOff(bytes: DataView, raw: Uint8Array): boolean {
  for (const { marker, at } of jpegSegments(bytes)) {
    if (marker === 0xda)
      return !Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).includes('\xff\xd9', at, 'latin1');
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

/** What `read` finds; `pastEnd` where that goes past the end. */
function found(read: () => boolean, pastEnd: boolean): boolean {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return pastEnd;
    throw error;
  }
}

/** Whether the first picture has begun and is not all there; those of a film that may follow are not looked at. */
function gifBreaksOff(bytes: DataView): boolean {
  let at = 13 + tableBytes(bytes.getUint8(10));
  while (bytes.getUint8(at) === 0x21) at = afterBlocks(bytes, at + 2);
  if (bytes.getUint8(at) !== 0x2c) return false;
  const readsAll = (): boolean => {
    afterBlocks(bytes, at + 11 + tableBytes(bytes.getUint8(at + 9)));
    return false;
  };
  return found(readsAll, true);
}

/** More bytes than the headers of a WebP picture have. */
const webpHeader = 64;

/** Whether the file is shorter than its first chunk says (RFC 9649, 2.4). */
function webpBreaksOff(bytes: DataView): boolean {
  return bytes.byteLength > webpHeader && bytes.getUint32(4, true) + 8 > bytes.byteLength;
}

/** Bytes of the rows of a BMP, the filling of the last left out; compressed ones as its header says. */
function bmpRowBytes(bytes: DataView): number {
  const isOld = bytes.getUint32(14, true) === 12;
  const width = isOld ? bytes.getUint16(18, true) : bytes.getInt32(18, true);
  const height = isOld ? bytes.getUint16(20, true) : Math.abs(bytes.getInt32(22, true));
  const bits = width * bytes.getUint16(isOld ? 24 : 28, true);
  const compression = isOld ? 0 : bytes.getUint32(30, true);
  if (compression !== 0 && compression !== 3) return bytes.getUint32(34, true);
  return Math.ceil(bits / 32) * 4 * (height - 1) + Math.ceil(bits / 8);
}

/** Whether rows have begun that are not all there. */
function bmpBreaksOff(bytes: DataView): boolean {
  const rows = bytes.getUint32(10, true);
  return bytes.byteLength > rows && bytes.byteLength < rows + bmpRowBytes(bytes);
}

/** Whether a box of picture data has begun that is not all there. */
function avifBreaksOff(raw: Uint8Array): boolean {
  return [...boxes(raw, ['mdat'])].some(({ isCutOff }) => isCutOff);
}

function breaksOff(raw: Uint8Array, mimeType: string): boolean {
  const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  switch (mimeType) {
    case 'image/png':
      return pngBreaksOff(raw);
    case 'image/jpeg':
      return jpegBreaksOff(bytes, raw);
    case 'image/gif':
      return gifBreaksOff(bytes);
    case 'image/webp':
      return webpBreaksOff(bytes);
    case 'image/bmp':
      return bmpBreaksOff(bytes);
    case 'image/avif':
      return avifBreaksOff(raw);
    default:
      return false;
  }
}

/** Whether the data of a picture breaks off; false for a header alone, and where the format does not say where it ends. */
export function isCutOff(raw: Uint8Array, { mimeType }: MediaType): boolean {
  // What goes past the end before the data is a header.
  return found(() => breaksOff(raw, mimeType), false);
}
