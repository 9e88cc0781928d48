import { crc32 } from 'node:zlib';
import { latin, mostParts } from './media.ts';

/** A chunk of a PNG file: its type, start and end, which may be past the end of the file. */
export interface PngChunk {
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

/** The chunks up to the last one of the picture, or to an invalid chunk name (PNG, 3rd edition, 5.3). */
export function* pngChunks(raw: Uint8Array): Generator<PngChunk> {
  const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  let at = 8;
  for (let count = 0; count < mostParts && at + 8 <= raw.length; count += 1) {
    const type = latin(raw, at + 4, 4);
    if (!/^[A-Za-z]{4}$/.test(type)) return;
    const end = at + 12 + bytes.getUint32(at);
    yield { type, at, end };
    if (type === 'IEND') return;
    at = end;
  }
}

/**
 * Whether the checksum of a critical chunk (named with a capital letter) is wrong. For a header alone, without data, it is
 * not checked.
 */
export function hasDamagedChunk(raw: Uint8Array): boolean {
  const chunks = [...pngChunks(raw)].filter(({ type, end }) => /^[A-Z]/.test(type) && end <= raw.length);
  if (!chunks.some(({ type }) => type === 'IDAT')) return false;
  const bytes = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
  return chunks.some(({ at, end }) => crc32(raw.subarray(at + 4, end - 4)) !== bytes.getUint32(end - 4));
}
