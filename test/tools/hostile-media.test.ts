import { describe, expect, it } from 'vitest';
import { binaryKind } from '../../src/platform/media/binary-kind.ts';
import { detectMedia, mostParts } from '../../src/platform/media/media.ts';
import { type PictureData, pictureData } from '../../src/platform/media/media-end.ts';
import { mediaSize } from '../../src/platform/media/media-size.ts';
import { hasDamagedChunk } from '../../src/platform/media/png.ts';
import * as media from '../fixtures/files/media.ts';

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A RIFF file that says it ends after `length` bytes, whatever it holds. */
function webp(length: number, ...parts: readonly string[]): Buffer {
  const bytes = latin(`RIFF\0\0\0\0WEBP${parts.join('')}`);
  bytes.writeUInt32LE(length - 8, 4);
  return bytes;
}

const canvas = 'VP8X\x0a\0\0\0\0\0\0\0\x13\0\0\x09\0\0';
const note = 'EXIF\x03\0\0\0abc\0';
const lossless = 'VP8L\x06\0\0\0\x2f\x13\x40\x02\0\0';
const frame = `ANMF\x1e\0\0\0${'\0'.repeat(16)}${lossless}`;

function stateOf(bytes: Buffer) {
  const type = detectMedia(bytes);
  return type && { size: mediaSize(bytes, type), picture: pictureData(bytes, type) };
}

describe('the picture in a WebP file', () => {
  const size = { width: 20, height: 10 };
  it.each([
    ['in the extended form', webp(56, canvas, note, lossless), 'whole'],
    ['as frames', webp(80, canvas, note, frame), 'whole'],
    ['not at all', webp(42, canvas, note), 'none'],
    ['past the end that the file states', webp(50, canvas, note, lossless), 'cut off'],
    ['past the end, as a frame', webp(60, canvas, frame), 'cut off'],
  ])('is there %s', (_, bytes, picture) => {
    expect(stateOf(bytes)).toEqual({ size, picture });
  });
});

/** The bytes of a file with `part` as often as parts are looked at, and once more. */
function withParts(before: Buffer, part: Buffer, after: Buffer, count = mostParts): Buffer {
  return Buffer.concat([before, Buffer.alloc(part.length * count, part), after]);
}

describe('a file of more parts than are looked at', () => {
  const webmHead = media.webm.subarray(0, 26);
  const chunk = latin('\0\0\0\0tEXt\xbf\x63\x9a\x39');
  it.each([
    ['mp4', media.mp4.subarray(0, 24), latin('\0\0\0\x08free'), media.mp4.subarray(24)],
    ['webm', webmHead, latin('\xec\x80'), media.webm.subarray(26)],
    ['avif', media.avif.subarray(0, 24), latin('\0\0\0\x08free'), media.avif.subarray(24)],
    ['jpeg', media.jpeg.subarray(0, 2), latin('\xff\xfe\0\x02'), media.jpeg.subarray(2)],
    ['jpeg, of fill bytes', media.jpeg.subarray(0, 2), latin('\xff'), media.jpeg.subarray(2)],
  ])('is not read to its end for a size: %s', (_, before, part, after) => {
    expect(stateOf(withParts(before, part, after, 9))?.size).not.toBeNull();
    expect(stateOf(withParts(before, part, after))?.size).toBeNull();
  });

  it('is not whole as a PNG', () => {
    const data = latin('\0\0\0\0IDAT\x35\xaf\x06\x1e');
    const before = Buffer.concat([media.png.subarray(0, 33), data]);
    const after = media.png.subarray(-12);
    expect(stateOf(withParts(before, chunk, after, 9))?.picture).toBe('whole');
    expect(stateOf(withParts(before, chunk, after))?.picture).toBe('cut off');
  });
});

describe('a PNG', () => {
  const head = Buffer.concat([media.png.subarray(0, 29), Buffer.from('1216f14d', 'hex')]);
  const data = latin('\0\0\0\0IDAT\x35\xaf\x06\x1e');
  const end = media.png.subarray(-12);
  const broken = latin('\0\0\0\0NOTE\0\0\0\0');
  it.each<[string, readonly Buffer[], PictureData, isDamaged: boolean]>([
    ['of a header and data', [data, end], 'whole', false],
    ['that ends behind the name of its first data', [data.subarray(0, 8)], 'cut off', false],
    ['that ends before the name of its first data', [data.subarray(0, 1)], 'cut off', false],
    ['that ends within the name of its first data', [data.subarray(0, 7)], 'cut off', false],
    ['with a wrong checksum at its end', [data, end.subarray(0, -1), latin('\0')], 'whole', true],
    ['with a wrong checksum in a part that is known to no reader', [data, broken, end], 'whole', true],
    ['with the like behind its end', [data, end, broken], 'whole', false],
  ])('%s', (_, parts, picture, isDamaged) => {
    const bytes = Buffer.concat([head, ...parts]);
    expect(stateOf(bytes)?.picture).toBe(picture);
    expect(hasDamagedChunk(bytes)).toBe(isDamaged);
  });
});

describe('a JPEG', () => {
  const start = media.jpeg.subarray(0, 20);
  const frame = media.jpeg.subarray(-15, -2);
  const end = media.jpeg.subarray(-2);
  const scan = latin('\xff\xda\0\x08\x01\x01\0\0\x3f\0ab');
  const size = { width: 7, height: 5 };
  it.each<[string, readonly Buffer[], ReturnType<typeof stateOf>]>([
    ['with fill bytes before its frame', [latin('\xff\xff'), frame, scan, end], { size, picture: 'whole' }],
    [
      'with markers that have no length',
      [latin('\xff\x01\xff\xd0\xff\xd7'), frame, scan, end],
      { size, picture: 'whole' },
    ],
    ['with a picture behind its end', [frame, end, start, frame, scan, end], { size, picture: 'none' }],
    ['that ends within a marker', [frame, latin('\xff')], { size, picture: 'cut off' }],
    ['with a frame behind its scan', [latin('\xff\xda\0\x02'), frame, end], { size: null, picture: 'whole' }],
    [
      'with something else in place of a marker',
      [latin('\0'), frame.subarray(1), scan, end],
      { size: null, picture: 'none' },
    ],
  ])('%s', (_, parts, state) => {
    expect(stateOf(Buffer.concat([start, ...parts]))).toEqual(state);
  });
});

describe('the size of a film', () => {
  const track = (width: string): Buffer => {
    const element = (id: string, body: string) =>
      `${id}\x01\0\0\0\0\0\0${String.fromCharCode(body.length)}${body}`;
    const video = element('\xe0', element('\xb0', width) + element('\xba', '\x0a'));
    const tracks = element('\x16\x54\xae\x6b', element('\xae', video));
    return Buffer.concat([media.webm.subarray(0, 26), latin(tracks)]);
  };
  it.each([
    ['in eight bytes', '\0\0\0\0\0\0\x05\0', { width: 1280, height: 10 }],
    ['of 64 bits', '\xff'.repeat(8), null],
    ['of more digits than a number has', '\xff'.repeat(150), null],
    ['of no bytes', '', null],
  ])('is a number of pixels: %s', (_, width, size) => {
    expect(stateOf(track(width))?.size ?? null).toEqual(size);
  });
});

describe('a file that is no picture and no film', () => {
  it.each([
    ['\xff\xfa\x90\0', 'an MP3 file'],
    ['\xff\xf2\x90\0', 'an MP3 file'],
    ['\xff\xe3\x90\0', 'an MP3 file'],
    ['\xff\xf1\x50\x80', 'an AAC file'],
    ['\xff\xf9\x50\x80', 'an AAC file'],
    ['MThd\0\0\0\x06', 'a MIDI file'],
    ['\0\0\x01\xba\x44\0', 'an MPEG video'],
    ['\0\0\x01\xb3\x14\0', 'an MPEG video'],
    ['0&\xb2u\x8ef\xcf\x11\xa6\xd9\0\xaa', 'a Windows Media file'],
    ['II+\0\x08\0\0\0', 'a TIFF image'],
    ['MM\0+\0\x08\0\0', 'a TIFF image'],
  ])('is named: %j', (start, kind) => {
    expect(binaryKind(latin(`${start}${'\0\x07'.repeat(4)}\0\x90\0\x81`))).toBe(kind);
  });
});
