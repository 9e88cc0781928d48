import { webmSize } from './ebml.ts';
import { boxes, trackSize } from './iso-boxes.ts';
import { jpegSegments } from './jpeg.ts';
import { hasAt, type MediaType } from './media.ts';

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Most pixels of a picture that is passed on. A file of some kilobytes may announce gigabytes of them; Pillow, which most
 * services use, accepts no larger picture.
 */
export const mostPixels = 178_956_970;

function pngSize(bytes: DataView): PixelSize | null {
  return { width: bytes.getUint32(16), height: bytes.getUint32(20) };
}

function gifSize(bytes: DataView): PixelSize | null {
  return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) };
}

function bmpSize(bytes: DataView): PixelSize | null {
  if (bytes.getUint32(14, true) === 12) {
    return { width: bytes.getUint16(18, true), height: bytes.getUint16(20, true) };
  }
  // A negative height means that rows run from the top.
  return { width: bytes.getInt32(18, true), height: Math.abs(bytes.getInt32(22, true)) };
}

/** The size in the first frame header (SOF0 to SOF15 without the tables DHT, JPG and DAC; ISO 10918-1, B.1.1.3). */
function jpegSize(bytes: DataView): PixelSize | null {
  for (const { marker, at } of jpegSegments(bytes)) {
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) };
  }
  return null;
}

/** The size in any of the three WebP formats: lossy, lossless and extended (RFC 9649). */
function webpSize(bytes: DataView, raw: Uint8Array): PixelSize | null {
  if (hasAt(raw, 12, 'VP8X')) {
    const at = (start: number) => bytes.getUint16(start, true) + (bytes.getUint8(start + 2) << 16) + 1;
    return { width: at(24), height: at(27) };
  }
  if (hasAt(raw, 12, 'VP8L')) {
    if (bytes.getUint8(20) !== 0x2f) return null;
    const bits = bytes.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!hasAt(raw, 12, 'VP8 ') || !hasAt(raw, 23, '\x9d\x01\x2a')) return null;
  return { width: bytes.getUint16(26, true) & 0x3fff, height: bytes.getUint16(28, true) & 0x3fff };
}

/** The largest picture described in an AVIF file, which is the main one. */
function avifSize(bytes: Uint8Array): PixelSize | null {
  let best: PixelSize | null = null;
  for (const { body } of boxes(bytes, ['meta', 'iprp', 'ipco', 'ispe'])) {
    if (body.byteLength < 12) continue;
    const size = { width: body.getUint32(4), height: body.getUint32(8) };
    if (best === null || size.width * size.height > best.width * best.height) best = size;
  }
  return best;
}

function sizeOf(bytes: Uint8Array, mimeType: string): PixelSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (mimeType) {
    case 'image/png':
      return hasAt(bytes, 12, 'IHDR') ? pngSize(view) : null;
    case 'image/gif':
      return gifSize(view);
    case 'image/bmp':
      return bmpSize(view);
    case 'image/jpeg':
      return jpegSize(view);
    case 'image/webp':
      return webpSize(view, bytes);
    case 'image/avif':
      return avifSize(bytes);
    case 'video/webm':
      return webmSize(bytes);
    default:
      return trackSize(bytes);
  }
}

/** The size of a picture or video from its headers; null if they are damaged, cut off or give none. */
export function mediaSize(bytes: Uint8Array, { mimeType }: MediaType): PixelSize | null {
  try {
    const size = sizeOf(bytes, mimeType);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // A DataView read past the end: the header is cut off.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
