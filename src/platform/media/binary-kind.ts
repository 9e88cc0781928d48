import { isUtf8 } from 'node:buffer';
import { openCharacter } from '../../core/text/utf8.ts';
import { detectMedia, hasAt, isoBrands, latin } from './media.ts';

/** Bytes at the start of a file that show its kind. */
export const headBytes = 8192;

const signatures: readonly (readonly [signature: string, kind: string])[] = [
  ['\x7fELF', 'an ELF program'],
  ['MZ', 'a Windows program'],
  ['\xcf\xfa\xed\xfe', 'a Mach-O program'],
  ['\xca\xfe\xba\xbe', 'a Java class or Mach-O program'],
  ['\0asm', 'a WebAssembly module'],
  ['PK\x03\x04', 'a ZIP archive (or a document made of one)'],
  ['PK\x05\x06', 'an empty ZIP archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['BZh', 'a bzip2 archive'],
  ['\xfd7zXZ', 'an xz archive'],
  ['\x28\xb5\x2f\xfd', 'a Zstandard archive'],
  ['7z\xbc\xaf\x27\x1c', 'a 7z archive'],
  ['Rar!\x1a\x07', 'a RAR archive'],
  ['SQLite format 3\0', 'an SQLite database'],
  ['\xd0\xcf\x11\xe0', 'an old Office document'],
  ['OggS', 'an Ogg file'],
  ['ID3', 'an MP3 file'],
  ['\xff\xfa', 'an MP3 file'],
  ['\xff\xfb', 'an MP3 file'],
  ['\xff\xf2', 'an MP3 file'],
  ['\xff\xf3', 'an MP3 file'],
  ['\xff\xe3', 'an MP3 file'],
  ['\xff\xf1', 'an AAC file'],
  ['\xff\xf9', 'an AAC file'],
  ['MThd', 'a MIDI file'],
  ['fLaC', 'a FLAC file'],
  ['FLV\x01', 'a Flash video'],
  ['\0\0\x01\xba', 'an MPEG video'],
  ['\0\0\x01\xb3', 'an MPEG video'],
  ['0&\xb2u\x8ef\xcf\x11', 'a Windows Media file'],
  ['II*\0', 'a TIFF image'],
  ['II+\0', 'a TIFF image'],
  ['MM\0*', 'a TIFF image'],
  ['MM\0+', 'a TIFF image'],
  ['\0\0\x01\0', 'an icon'],
  ['icns', 'an icon'],
  ['8BPS', 'a Photoshop image'],
  ['\0\0\0\x0cjP  ', 'a JPEG 2000 image'],
  ['\0\0\0\x0cJXL ', 'a JPEG XL image'],
  ['wOF2', 'a font'],
  ['wOFF', 'a font'],
  ['\0\x01\0\0', 'a font'],
  ['\x1aE\xdf\xa3', 'a Matroska video'],
];

/** The content of a RIFF file, by the four letters after its size. */
const riffKinds: Readonly<Record<string, string>> = { 'AVI ': 'an AVI video', WAVE: 'a WAV file' };

/** The kind of an ISO base media file that is not offered to models, by its major brand. */
const brandKinds: readonly (readonly [brand: RegExp, kind: string])[] = [
  [/^(?:he[iv][cxms]|mif1|msf1|miaf)/, 'a HEIC image'],
  [/^[MF]4[ABP] $/, 'an M4A file'],
  [/^3g/, 'a 3GPP video'],
];

/** Recognizes UTF-16 and UTF-32 by their byte order mark, and UTF-16 by the positions of its NULs. */
function wideText(head: Uint8Array): string | null {
  if (hasAt(head, 0, '\xff\xfe\0\0') || hasAt(head, 0, '\0\0\xfe\xff')) return 'UTF-32 text';
  if (hasAt(head, 0, '\xff\xfe') || hasAt(head, 0, '\xfe\xff')) return 'UTF-16 text';
  const nuls = [0, 0];
  const size = Math.min(head.length, 512) & ~1;
  for (let i = 0; i < size; i += 1) if (head[i] === 0) nuls[i & 1] = (nuls[i & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  return size >= 4 && Math.max(even, odd) > size * 0.4 && Math.min(even, odd) === 0 ? 'UTF-16 text' : null;
}

function signedKind(head: Uint8Array): string {
  const media = detectMedia(head);
  if (media !== null) {
    const format = media.mimeType.slice(media.kind.length + 1).toUpperCase();
    return `${media.kind === 'image' ? 'an image' : 'a video'} (${format})`;
  }
  const [brand] = isoBrands(head);
  if (brand !== undefined)
    return brandKinds.find(([known]) => known.test(brand))?.[1] ?? 'an audio, image or video file';
  if (hasAt(head, 0, 'RIFF')) return riffKinds[latin(head, 8, 4)] ?? 'a RIFF file';
  return signatures.find(([signature]) => hasAt(head, 0, signature))?.[1] ?? 'binary data';
}

/**
 * The kind of a binary file by its first bytes, in words; null for text, and for bytes that are not UTF-8 and of no known
 * kind. A signature alone decides nothing if the head is clean UTF-8, so a text that starts with `BM` or `GIF89a` stays a
 * text.
 */
export function binaryKind(head: Uint8Array): string | null {
  if (hasAt(head, 0, '%PDF-')) return 'a PDF document';
  const wide = wideText(head);
  if (wide !== null) return wide;
  if (head.includes(0)) return signedKind(head);
  if (isUtf8(head.subarray(0, head.length - openCharacter(head)))) return null;
  const kind = signedKind(head);
  return kind === 'binary data' ? null : kind;
}
