import { boxes } from './iso-boxes.ts';
import { jpegSegments } from './jpeg.ts';
import { hasAt, latin, type MediaType, mostParts } from './media.ts';
import { pngChunks } from './png.ts';

/** How much of its picture data a file has: `none` for a header alone, `cut off` if anything after that is incomplete. */
export type PictureData = 'whole' | 'cut off' | 'none';

/** Bytes of the head of a PNG chunk: its length and type. */
const chunkHead = 8;

/** PNG data ends with an IEND chunk (PNG, 3rd edition, 5.3). */
function pngData(raw: Uint8Array): PictureData {
  let [hasData, behind] = [false, raw.length];
  for (const { type, end } of pngChunks(raw)) {
    hasData ||= type === 'IDAT';
    if (end > raw.length) return 'cut off';
    if (type === 'IEND') return hasData ? 'whole' : 'none';
    behind = end;
  }
  const left = raw.length - behind;
  return hasData || (left > 0 && left < chunkHead) ? 'cut off' : 'none';
}

/** A JPEG scan ends with an end-of-image marker; a preview in the header has one of its own. */
function jpegData(bytes: DataView, raw: Uint8Array): PictureData {
  let behind = 2;
  for (const { marker, at, end } of jpegSegments(bytes)) {
    if (marker === 0xd9) return 'none';
    if (marker === 0xda) {
      const buffer = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
      return buffer.includes('\xff\xd9', at, 'latin1') ? 'whole' : 'cut off';
    }
    behind = end;
  }
  return behind > raw.length || behind === raw.length - 1 ? 'cut off' : 'none';
}

/** The end of the data blocks that start at `at` (GIF89a, 15): each gives its length, the last is empty. Throws RangeError past the end. */
function afterBlocks(bytes: DataView, at: number): number {
  let end = at;
  while (bytes.getUint8(end) !== 0) end += bytes.getUint8(end) + 1;
  return end + 1;
}

/** Bytes of the colour table announced by a byte of flags. */
function tableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** The result of `read`, or `pastEnd` if it reads past the end. */
function found(read: () => PictureData, pastEnd: PictureData): PictureData {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return pastEnd;
    throw error;
  }
}

/** The data of the first picture; later ones of an animation are not examined. */
function gifData(bytes: DataView): PictureData {
  let at = 13 + tableBytes(bytes.getUint8(10));
  while (at !== bytes.byteLength) {
    const mark = bytes.getUint8(at);
    if (mark === 0x2c) {
      afterBlocks(bytes, at + 11 + tableBytes(bytes.getUint8(at + 9)));
      return 'whole';
    }
    if (mark !== 0x21) return 'none';
    at = afterBlocks(bytes, at + 2);
  }
  return 'none';
}

/** Bytes of the headers of a WebP picture, by the type of its first chunk. */
function webpHeader(raw: Uint8Array): number {
  return hasAt(raw, 12, 'VP8L') ? 25 : 30;
}

/**
 * A WebP file is as long as its first chunk says (RFC 9649, 2.4), and its first picture or frame lies within. Throws
 * RangeError if it ends before one.
 */
function webpData(bytes: DataView, raw: Uint8Array): PictureData {
  if (raw.length <= webpHeader(raw)) return 'none';
  const behind = bytes.getUint32(4, true) + 8;
  if (behind > raw.length) return 'cut off';
  for (let [at, count] = [12, 0]; at < behind && count < mostParts; count += 1) {
    const end = at + 8 + bytes.getUint32(at + 4, true);
    if (/^(?:VP8[ L]|ANMF)$/.test(latin(raw, at, 4))) return end > behind ? 'cut off' : 'whole';
    at = end + (end & 1);
  }
  return 'none';
}

/** Bytes of the rows of a BMP, without the padding of the last; for compressed ones, as its header says. */
function bmpRowBytes(bytes: DataView): number {
  const isOld = bytes.getUint32(14, true) === 12;
  const width = isOld ? bytes.getUint16(18, true) : bytes.getInt32(18, true);
  const height = isOld ? bytes.getUint16(20, true) : Math.abs(bytes.getInt32(22, true));
  const bits = width * bytes.getUint16(isOld ? 24 : 28, true);
  const compression = isOld ? 0 : bytes.getUint32(30, true);
  if (compression !== 0 && compression !== 3) return bytes.getUint32(34, true);
  return Math.ceil(bits / 32) * 4 * (height - 1) + Math.ceil(bits / 8);
}

function bmpData(bytes: DataView): PictureData {
  const rows = bytes.getUint32(10, true);
  if (bytes.byteLength <= rows) return 'none';
  return bytes.byteLength < rows + bmpRowBytes(bytes) ? 'cut off' : 'whole';
}

/** AVIF data is in boxes of its own, or in that of the description (ISO 14496-12, 8.11.11). */
function avifData(raw: Uint8Array): PictureData {
  const described = [...boxes(raw, ['meta'])];
  const data = [...boxes(raw, ['mdat']), ...boxes(raw, ['meta', 'idat'])];
  if ([...described, ...data].some(({ isCutOff }) => isCutOff)) return 'cut off';
  return data.length === 0 ? 'none' : 'whole';
}

function dataOf(raw: Uint8Array, mimeType: string): PictureData {
  const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  switch (mimeType) {
    case 'image/png':
      return pngData(raw);
    case 'image/jpeg':
      return found(() => jpegData(bytes, raw), 'cut off');
    case 'image/gif':
      return found(() => gifData(bytes), 'cut off');
    case 'image/webp':
      return webpData(bytes, raw);
    case 'image/bmp':
      return bmpData(bytes);
    case 'image/avif':
      return avifData(raw);
    default:
      return 'whole';
  }
}

/** How much of its picture data a file has; `whole` for a video, which is not examined. */
export function pictureData(raw: Uint8Array, { mimeType }: MediaType): PictureData {
  // A file that ends before the data is a header alone.
  return found(() => dataOf(raw, mimeType), 'none');
}
