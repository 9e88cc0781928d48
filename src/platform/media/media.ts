/** A picture or video that a model may accept. */
export interface MediaType {
  readonly kind: 'image' | 'video';
  readonly mimeType: string;
}

/**
 * Most boxes, chunks, segments or elements of a file that are looked at. A file of the largest size may be made of
 * millions of empty ones, and the other calls of a server wait meanwhile.
 */
export const mostParts = 200_000;

const image = (format: string): MediaType => ({ kind: 'image', mimeType: `image/${format}` });
const video = (format: string): MediaType => ({ kind: 'video', mimeType: `video/${format}` });

/** The bytes from `start` on as Latin-1. */
export function latin(bytes: Uint8Array, start: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    start,
    start + length,
  );
}

/** Whether the bytes at `at` are those of the Latin-1 `text`. */
export function hasAt(bytes: Uint8Array, at: number, text: string): boolean {
  return latin(bytes, at, text.length) === text;
}

/** Sizes of the headers after "BM"; text that starts with these letters has none of them. */
const bmpHeaders = new Set([12, 40, 52, 56, 64, 108, 124]);

function isBmp(head: Uint8Array): boolean {
  if (!hasAt(head, 0, 'BM') || head.length < 26) return false;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return view.getUint32(6, true) === 0 && bmpHeaders.has(view.getUint32(14, true));
}

/** The brands of an ISO base media file, the major one first. */
export function isoBrands(head: Uint8Array): readonly string[] {
  if (!hasAt(head, 4, 'ftyp')) return [];
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const end = Math.min(view.getUint32(0), head.length, 256);
  const brands = [latin(head, 8, 4)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin(head, at, 4));
  return brands;
}

const mp4Brand =
  /^(?:iso[0-9m]|mp4[12v]|avc[1-4]|M4V[HP ]?|MSNV|XAVC|cmf[2cfs]|dash|[Ff]4[Vv] |hev1|hvc1|mp71|ndsc)/;

/** Boxes that a QuickTime file without brands begins with; `free`, `skip` and `wide` only keep room. */
const firstBoxes: ReadonlySet<string> = new Set(['moov', 'mdat', 'free', 'skip', 'wide']);

function isoMedia(head: Uint8Array): MediaType | null {
  const brands = isoBrands(head);
  const major = brands[0];
  // Old videos start with the size of a box below 144 MiB, where a text has a tab, a line's end or a letter.
  if (major === undefined) {
    return (head[0] ?? 9) < 9 && firstBoxes.has(latin(head, 4, 4)) ? video('quicktime') : null;
  }
  if (major === 'avif' || major === 'avis') return image('avif');
  if (major === 'qt  ') return video('quicktime');
  if ((major === 'mif1' || major === 'miaf') && brands.includes('avif')) return image('avif');
  return mp4Brand.test(major) ? video('mp4') : null;
}

/** The media type by the first bytes of a file (256 are enough), never by its name; null for anything else. */
export function detectMedia(head: Uint8Array): MediaType | null {
  if (head.length < 12) return null;
  if (hasAt(head, 0, '\x89PNG\r\n\x1a\n')) return image('png');
  if (hasAt(head, 0, '\xff\xd8\xff')) return image('jpeg');
  if (hasAt(head, 0, 'GIF87a') || hasAt(head, 0, 'GIF89a')) return image('gif');
  if (hasAt(head, 0, 'RIFF') && hasAt(head, 8, 'WEBP')) return image('webp');
  if (isBmp(head)) return image('bmp');
  if (hasAt(head, 0, '\x1aE\xdf\xa3')) return latin(head, 0, 64).includes('webm') ? video('webm') : null;
  return isoMedia(head);
}
