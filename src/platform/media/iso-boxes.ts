import { latin, mostParts } from './media.ts';

/** A box of an ISO base media file (ISO 14496-12, 4.2). */
export interface Box {
  readonly body: DataView;
  readonly bytes: Uint8Array;
  /** Whether its stated length goes past the bytes. */
  readonly isCutOff: boolean;
}

/** Boxes with four bytes of version and flags before their children. */
const fullBoxes = new Set(['meta']);

/** Bytes of the header of a box, and of all of it: 0 means up to the end, 1 that a larger number follows the name. */
function lengthsAt(view: DataView, at: number): { header: number; size: number } {
  const short = view.getUint32(at);
  if (short === 1) return { header: 16, size: Number(view.getBigUint64(at + 8)) };
  return { header: 8, size: short === 0 ? view.byteLength - at : short };
}

/** The boxes at `path`, one name per level, in file order, until `budget` boxes of any name were seen. Throws RangeError for a cut header. */
export function* boxes(
  bytes: Uint8Array,
  path: readonly string[],
  budget = { left: mostParts },
): Generator<Box> {
  const [name, ...rest] = path;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 8 <= bytes.length && budget.left > 0; budget.left -= 1) {
    const { header, size } = lengthsAt(view, at);
    if (size < header) return;
    const type = latin(bytes, at + 4, 4);
    if (type === name) {
      const skip = header + (rest.length > 0 && fullBoxes.has(type) ? 4 : 0);
      const inner = bytes.subarray(at + skip, at + size);
      if (rest.length > 0) yield* boxes(inner, rest, budget);
      else {
        const body = new DataView(inner.buffer, inner.byteOffset, inner.byteLength);
        yield { bytes: inner, body, isCutOff: at + size > bytes.length };
      }
    }
    at += size;
  }
}

/** Width and height of the first track that has them: 16.16 numbers at the end of `tkhd`. */
export function trackSize(bytes: Uint8Array): { width: number; height: number } | null {
  for (const { body } of boxes(bytes, ['moov', 'trak', 'tkhd'])) {
    if (body.byteLength < 84) continue;
    const width = body.getUint32(body.byteLength - 8) >>> 16;
    const height = body.getUint32(body.byteLength - 4) >>> 16;
    if (width > 0 && height > 0) return { width, height };
  }
  return null;
}
