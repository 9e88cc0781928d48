import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { detectMedia } from '../../src/platform/media/media.ts';
import { pictureData } from '../../src/platform/media/media-end.ts';
import { mediaSize } from '../../src/platform/media/media-size.ts';
import { hasDamagedChunk } from '../../src/platform/media/png.ts';
import { readMedia } from '../../src/tools/read-media/tool.ts';
import * as media from '../fixtures/files/media.ts';
import {
  callTool,
  type FileWorkspace,
  failureOf,
  makeWorkspace,
  planCall,
} from '../helpers/file-workspace.ts';

/** A header, and a chunk of data. */
const pngHead = Buffer.concat([media.png.subarray(0, 29), Buffer.from('1216f14d', 'hex')]);
const data = Buffer.from('\0\0\0\x03IDATabc\x33\xaf\xd6\x72', 'latin1');
const note = Buffer.from('\0\0\0\x03tEXta\0b\0\0\0\0', 'latin1');
const segment = Buffer.from('\xff\xfe\0\x06abcd', 'latin1');
/** The beginning of a scan; a header that holds a preview, whole by itself; a comment and a picture of three bytes. */
const scan = Buffer.from('\xff\xda\0\x08\x01\x01\0\0\x3f\0ab\xff\0c', 'latin1');
const preview = Buffer.from('\xff\xe1\0\x06ab\xff\xd9', 'latin1');
const frame = Buffer.from('!\xfe\x02ab\0,\0\0\0\0\x09\0\x04\0\x80abcdef\x02\x03abc\0', 'latin1');

const noData = 'It has a header alone and no picture data: what draws pictures refuses it.';
const hasData = new Set([
  'webpLossy',
  'webpLossless',
  'data.png',
  'note.png',
  'scan.jpg',
  'frame.gif',
  'rows.bmp',
  'data.avif',
]);

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    ...Object.fromEntries(Object.entries(media).map(([name, bytes]) => [name, bytes])),
    'odd name.txt': media.png,
    'text.png': 'this is text\n',
    'latin1.txt': Buffer.from('caf\xe9\n', 'latin1'),
    'signature.png': pngHead.subarray(0, 8),
    'empty.png': '',
    'cut.png': media.png.subarray(0, 18),
    'cut.jpg': media.jpeg.subarray(0, 24),
    'junk.jpg': Buffer.concat([media.jpeg.subarray(0, 20), Buffer.from('junk that is no marker at all')]),
    'zero.gif': Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(8)]),
    'cut.mp4': media.mp4.subarray(0, 30),
    'data.png': Buffer.concat([pngHead, data, media.png.subarray(-12)]),
    'note.png': Buffer.concat([pngHead, note, data, media.png.subarray(-12)]),
    'flipped.png': Buffer.concat([pngHead, data, media.png.subarray(-12)]).fill('b', 41, 42),
    'header.png': Buffer.concat([media.png.subarray(0, 33), data, media.png.subarray(-12)]),
    'short.png': Buffer.concat([pngHead, data, media.png.subarray(-12, -5)]),
    'shorter.png': Buffer.concat([pngHead, data.subarray(0, -5)]),
    'head.png': pngHead,
    'head.jpg': media.jpeg.subarray(0, -2),
    'head.gif': media.gif.subarray(0, -1),
    'head.webp': media.webpLossy.subarray(0, 30),
    'long.png': Buffer.concat([media.png, Buffer.from('and more')]),
    'scan.jpg': Buffer.concat([media.jpeg.subarray(0, -2), scan, media.jpeg.subarray(-2)]),
    'short.jpg': Buffer.concat([media.jpeg.subarray(0, -2), scan]),
    'preview.jpg': Buffer.concat([media.jpeg.subarray(0, 2), preview, media.jpeg.subarray(2, -2), scan]),
    'frame.gif': Buffer.concat([media.gif.subarray(0, -1), frame, media.gif.subarray(-1)]),
    'short.gif': Buffer.concat([media.gif.subarray(0, -1), frame.subarray(0, -2)]),
    'short.webp': Buffer.concat([
      media.webpLossy.subarray(0, 4),
      Buffer.from([200, 0]),
      media.webpLossy.subarray(6),
      Buffer.alloc(90),
    ]),
    'rows.bmp': Buffer.concat([media.bmp.subarray(0, 54), Buffer.alloc(36 * 12 - 3)]),
    'short.bmp': Buffer.concat([media.bmp.subarray(0, 54), Buffer.alloc(36 * 12 - 4)]),
    'data.avif': Buffer.concat([media.avif, Buffer.from('\0\0\0\x0cmdatdata', 'latin1')]),
    'short.avif': Buffer.concat([media.avif, Buffer.from('\0\0\0\x0cmdatdat', 'latin1')]),
    'huge.png': Buffer.concat([
      pngHead.subarray(0, 16),
      Buffer.from('\0\0\x75\x30\0\0\x75\x30', 'latin1'),
      pngHead.subarray(24),
    ]),
    'long.gif': Buffer.concat([Buffer.from('GIF89a\xff\xff\xaa\x0a\0\0\0;', 'latin1')]),
    'sound.wav': 'RIFF\0\0\0\0WAVEfmt ',
    'film.avi': 'RIFF\0\0\0\0AVI LIST',
    'other.riff': 'RIFF\0\0\0\0ACONLIST',
    'bare.mp3': Buffer.from('\xff\xfb\x90\0\0\0\0\0\0\0\0\0', 'latin1'),
    'icon.svg': '<svg/>',
    // The first bytes that are looked at end within a letter.
    'wide.txt': `the wide world\n${'é'.repeat(5000)}`,
    'noise.bin': Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    link: '-> png',
    'folder/': '',
    '../outside.png': media.png,
  });
});

afterAll(() => ws.remove());

describe('media by content', () => {
  it.each([
    ['png', 'image/png', 3, 2],
    ['jpeg', 'image/jpeg', 7, 5],
    ['gif', 'image/gif', 9, 4],
    ['webpLossy', 'image/webp', 16, 8],
    ['webpLossless', 'image/webp', 5, 6],
    ['webpExtended', 'image/webp', 100, 50],
    ['bmp', 'image/bmp', 11, 12],
    ['bmpOld', 'image/bmp', 13, 14],
    ['avif', 'image/avif', 64, 48],
    ['mp4', 'video/mp4', 320, 240],
    ['mov', 'video/quicktime', 100, 50],
    ['movOld', 'video/quicktime', 64, 32],
    ['movFree', 'video/quicktime', 64, 32],
    ['movSkip', 'video/quicktime', 64, 32],
    ['webm', 'video/webm', 640, 360],
    ['odd name.txt', 'image/png', 3, 2],
    ['link', 'image/png', 3, 2],
    ['long.png', 'image/png', 3, 2],
    ['data.png', 'image/png', 3, 2],
    ['note.png', 'image/png', 3, 2],
    ['head.png', 'image/png', 3, 2],
    ['head.jpg', 'image/jpeg', 7, 5],
    ['head.gif', 'image/gif', 9, 4],
    ['head.webp', 'image/webp', 16, 8],
    ['long.gif', 'image/gif', 65_535, 2730],
    ['scan.jpg', 'image/jpeg', 7, 5],
    ['frame.gif', 'image/gif', 9, 4],
    ['rows.bmp', 'image/bmp', 11, 12],
    ['data.avif', 'image/avif', 64, 48],
    ['cut.mp4', 'video/mp4', null, null],
  ])('%s', async (path, mimeType, width, height) => {
    const result = await callTool(readMedia, { path }, ws.context);
    const { bytes } = result.details;
    expect(result).toMatchObject({ status: 'completed', isError: false });
    expect(result.notices).toEqual(hasData.has(path) || !mimeType.startsWith('image') ? [] : [noData]);
    expect(result.details).toEqual({ mimeType, width, height, bytes });
    const [item] = result.content;
    const data = item?.type === 'image' ? item.data : item?.type === 'resource' ? item.resource.blob : '';
    expect(Buffer.from(data, 'base64')).toHaveLength(Number(bytes));
    expect(item?.type).toBe(mimeType.startsWith('image') ? 'image' : 'resource');
  });

  it.each([
    ['isom', 'video/mp4'],
    ['M4V ', 'video/mp4'],
    ['F4V ', 'video/mp4'],
    ['XAVC', 'video/mp4'],
    ['cmfc', 'video/mp4'],
    ['cmf2', 'video/mp4'],
    ['qt  ', 'video/quicktime'],
    ['M4A ', undefined],
    ['F4A ', undefined],
    ['heic', undefined],
    ['3gp4', undefined],
  ])('knows a film of the brand "%s" as %s', (brand, mimeType) => {
    const bytes = Buffer.from(media.mp4);
    bytes.write(brand, 8, 'latin1');
    expect(detectMedia(bytes)?.mimeType).toBe(mimeType);
  });

  it.each(['\n## wide screens', '\t is free', '\r\n\tskip that', '   moov on'])(
    'takes the text %j for none',
    (text) => {
      expect(detectMedia(Buffer.from(text))).toBeNull();
    },
  );

  it('gives videos as a resource with the file as its address', async () => {
    const { content } = await callTool(readMedia, { path: 'webm' }, ws.context);
    expect(content).toEqual([
      {
        type: 'resource',
        resource: {
          uri: `file://${ws.at('webm')}`,
          mimeType: 'video/webm',
          blob: media.webm.toString('base64'),
        },
      },
    ]);
  });

  it('is judged as reading the real path', async () => {
    const plan = await planCall(readMedia, { path: 'link' }, ws.context);
    expect(plan.effects).toEqual([{ kind: 'read', path: ws.at('png'), given: 'link' }]);
  });
});

describe('a picture that is cut after any byte', () => {
  it.each<[string, Buffer, from: number]>([
    ['png', Buffer.concat([pngHead, data, media.png.subarray(-12)]), 33],
    ['jpeg', Buffer.concat([media.jpeg.subarray(0, -2), segment, scan, media.jpeg.subarray(-2)]), 0],
    ['gif', Buffer.concat([media.gif.subarray(0, -1), frame]), 13],
    ['webp', media.webpLossy, 30],
    ['webp', media.webpLossless, 25],
    ['bmp', Buffer.concat([media.bmp.subarray(0, 54), Buffer.alloc(36 * 12 - 3)]), 54],
    ['avif', Buffer.concat([media.avif, Buffer.from('\0\0\0\x0cmdatdata', 'latin1')]), 0],
  ])('is not called whole: %s', (_name, whole, from) => {
    const told = Array.from({ length: whole.length }, (_, length) => {
      const bytes = whole.subarray(0, length);
      const type = detectMedia(bytes);
      return type === null || mediaSize(bytes, type) === null ? 'damaged' : pictureData(bytes, type);
    });
    expect(told).not.toContain('whole');
    // Only between two of its parts a header can be all there is, or where not even the head of the next one is there.
    expect(told.slice(from).filter((state) => state === 'none').length).toBeLessThanOrEqual(8);
    const type = detectMedia(whole);
    expect(type && pictureData(whole, type)).toBe('whole');
  });
});

describe('refusals', () => {
  it.each<[object, string]>([
    [
      { path: 'text.png' },
      'it is text, expected a PNG, JPEG, GIF, WebP, BMP, AVIF, MP4, WebM or MOV file; use read',
    ],
    [{ path: 'icon.svg' }, 'it is text'],
    [{ path: 'wide.txt' }, 'it is text'],
    [{ path: 'latin1.txt' }, 'it is data that is not UTF-8'],
    [{ path: 'signature.png' }, 'it is data that is not UTF-8'],
    [{ path: 'empty.png' }, 'it is empty'],
    [{ path: 'cut.png' }, 'its image/png header is damaged, expected a whole image'],
    [{ path: 'cut.jpg' }, 'its image/jpeg header is damaged'],
    [{ path: 'junk.jpg' }, 'its image/jpeg header is damaged'],
    [{ path: 'zero.gif' }, 'its image/gif header is damaged'],
    [{ path: 'short.png' }, 'its image/png data breaks off, expected a whole image'],
    [{ path: 'shorter.png' }, 'its image/png data breaks off'],
    [{ path: 'flipped.png' }, 'its image/png data is damaged (a checksum is wrong), expected a whole image'],
    [{ path: 'header.png' }, 'its image/png data is damaged'],
    [{ path: 'short.jpg' }, 'its image/jpeg data breaks off'],
    [{ path: 'preview.jpg' }, 'its image/jpeg data breaks off'],
    [{ path: 'short.gif' }, 'its image/gif data breaks off'],
    [{ path: 'short.webp' }, 'its image/webp data breaks off'],
    [{ path: 'short.bmp' }, 'its image/bmp data breaks off'],
    [{ path: 'short.avif' }, 'its image/avif data breaks off'],
    [{ path: 'matroska' }, 'it is a Matroska video'],
    [{ path: 'heic' }, 'it is a HEIC image'],
    [{ path: 'tiff' }, 'it is a TIFF image'],
    [{ path: 'sound.wav' }, 'it is a WAV file'],
    [{ path: 'film.avi' }, 'it is an AVI video'],
    [{ path: 'other.riff' }, 'it is a RIFF file'],
    [{ path: 'bare.mp3' }, 'it is an MP3 file'],
    [
      { path: 'huge.png' },
      'it has 30000 x 30000 pixels, expected at most 178956970 of them; use shell to make it smaller',
    ],
    [{ path: 'mp3' }, 'it is an MP3 file'],
    [
      { path: 'noise.bin' },
      'it is binary data, expected a PNG, JPEG, GIF, WebP, BMP, AVIF, MP4, WebM or MOV file; use shell to convert it or to look into it',
    ],
    [{ path: 'folder' }, 'it is a folder'],
    [{ path: 'icon.svg/' }, 'it is a file, and the path names a folder'],
    [{ path: 'nothing.at.all' }, 'no such file, expected an existing file'],
    [{ path: 'folder/none.png' }, 'no such file, expected an existing file'],
    [{ path: 'long.pnk' }, 'no such file, expected an existing file; did you mean "long.png"?'],
    [{ path: '../outside.png' }, 'give an absolute path'],
    [{ path: '/dev/zero' }, 'it is a device'],
    [{ path: 'png', maxBytes: 10 }, `it has ${media.png.length} bytes, expected at most 10 bytes (maxBytes)`],
    [{ path: 'png', maxBytes: 0 }, '"maxBytes" is 0, must be at least 1'],
  ])('%j', async (input, message) => {
    const failure = await failureOf(readMedia, input, ws.context);
    expect(failure).toContain(message);
    if (!message.startsWith('"')) expect(failure).toMatch(/^Cannot read media ".*": .*, expected .*[^.]$/s);
  });

  it.each([
    ['png', ['video'] as const, 'media.capabilities has no "image"'],
    ['mp4', ['image'] as const, 'media.capabilities has no "video"'],
  ])('%s, which the model cannot take', async (path, capabilities, message) => {
    const { settings } = ws.context;
    const context = {
      ...ws.context,
      settings: { ...settings, media: { ...settings.media, capabilities: [...capabilities] } },
    };
    expect(await failureOf(readMedia, { path }, context)).toMatch(
      new RegExp(`^Cannot read media "${path}": it is .*, and ${message}`),
    );
  });

  it('ends when it is cancelled', async () => {
    const call = callTool(readMedia, { path: 'png' }, ws.context, AbortSignal.abort());
    await expect(call).rejects.toMatchObject({ code: 'cancelled', message: 'Read cancelled.' });
  });

  it('names the configured limit, whatever the call says', async () => {
    const { settings } = ws.context;
    const context = { ...ws.context, settings: { ...settings, media: { ...settings.media, maxBytes: 20 } } };
    expect(await failureOf(readMedia, { path: 'png', maxBytes: 1000 }, context)).toContain(
      'at most 20 bytes (media.maxBytes)',
    );
  });

  it('does not read a file that is too large', async () => {
    const file = await open(ws.at('large.png'), 'w');
    await file.write(media.png);
    await file.truncate(5_000_000_000);
    await file.close();
    expect(await failureOf(readMedia, { path: 'large.png' }, ws.context)).toContain(
      'it has 5000000000 bytes',
    );
  });

  it('does not read a file whose answer no line can hold', async () => {
    const context = { ...ws.context, surface: { ...ws.context.surface, wholeLineBytes: 60_000 } };
    const made = (bytes: number) =>
      writeFileSync(ws.at('rest.png'), Buffer.concat([pngHead, Buffer.alloc(bytes - pngHead.length)]));
    made(45_000);
    expect(await callTool(readMedia, { path: 'rest.png' }, context)).toMatchObject({ status: 'completed' });
    made(45_001);
    expect(await failureOf(readMedia, { path: 'rest.png' }, context)).toBe(
      'Cannot send "image/png": its line would have about 70244 bytes, expected at most 60000 (raise maxLineBytes in initialize, or caps.rpcLineBytes)',
    );
  });

  it('does not wait for pipes', async () => {
    execFileSync('mkfifo', [ws.at('pipe')]);
    expect(await failureOf(readMedia, { path: 'pipe' }, ws.context)).toContain('it is a named pipe');
  });
});

describe('headers of any bytes', () => {
  it('never throw', () => {
    const files = Object.values(media);
    const damaged = fc.record({
      file: fc.nat(files.length - 1),
      length: fc.nat(200),
      changes: fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(damaged, ({ file, length, changes }) => {
        const bytes = Buffer.from(files[file] ?? []).subarray(0, length);
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        expect(() => {
          const type = detectMedia(bytes);
          if (type === null) return;
          mediaSize(bytes, type);
          pictureData(bytes, type);
          hasDamagedChunk(bytes);
        }).not.toThrow();
      }),
      { numRuns: 3000 },
    );
  });
});
