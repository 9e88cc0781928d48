import { mostParts } from './media.ts';

/** Identifiers on the way to the size of a WebM video (RFC 9559): Segment, Tracks, TrackEntry, Video. */
const way = [0x18538067, 0x1654ae6b, 0xae, 0xe0];
const pixelWidth = 0xb0;
const pixelHeight = 0xba;

/** How many more elements are looked at. */
interface Budget {
  left: number;
}

interface Element {
  readonly id: number;
  readonly body: Uint8Array;
}

/** Reads a variable-length number; its first set bit gives the length and is kept in identifiers only. */
function readNumber(
  bytes: Uint8Array,
  at: number,
  keepsMark: boolean,
): { value: number; length: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = keepsMark ? first : first & (0xff >> length);
  let isUnknown = value === 0xff >> length;
  for (let i = 1; i < length; i += 1) {
    const byte = bytes[at + i] ?? 0;
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  // All ones means unknown: up to the end of the parent.
  return { value: isUnknown && !keepsMark ? Number.POSITIVE_INFINITY : value, length };
}

function* elements(bytes: Uint8Array, budget: Budget): Generator<Element> {
  for (let at = 0; at < bytes.length && budget.left > 0; budget.left -= 1) {
    const id = readNumber(bytes, at, true);
    const size = id === null ? null : readNumber(bytes, at + id.length, false);
    if (id === null || size === null) return;
    const start = at + id.length + size.length;
    const end = Math.min(bytes.length, start + size.value);
    yield { id: id.value, body: bytes.subarray(start, end) };
    at = end;
  }
}

/** A number of pixels; 0 if it has more than 32 bits, as no picture is that large. */
function pixels(bytes: Uint8Array): number {
  const value = bytes.reduce((higher, byte) => higher * 256 + byte, 0);
  return value <= 0xffff_ffff ? value : 0;
}

function* descend(bytes: Uint8Array, ids: readonly number[], budget: Budget): Generator<Uint8Array> {
  const [id, ...rest] = ids;
  if (id === undefined) {
    yield bytes;
    return;
  }
  for (const element of elements(bytes, budget))
    if (element.id === id) yield* descend(element.body, rest, budget);
}

/** Width and height of the first video track of a WebM file, or null. */
export function webmSize(bytes: Uint8Array): { width: number; height: number } | null {
  const budget = { left: mostParts };
  for (const track of descend(bytes, way, budget)) {
    let [width, height] = [0, 0];
    for (const { id, body } of elements(track, budget)) {
      if (id === pixelWidth) width = pixels(body);
      if (id === pixelHeight) height = pixels(body);
    }
    if (width > 0 && height > 0) return { width, height };
  }
  return null;
}
