import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lineBefore, type PageRequest, readPage } from '../../../src/sessions/output/page.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

type Files = Readonly<Record<string, string | Buffer>>;

/** A folder with the files of a log. */
function logOf(files: Files): string {
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

const whole = { cursor: 0, maxBytes: 1000, isEnded: false, sizes: [] };
const dropped = (bytes: number) => `[… ${bytes} bytes dropped: not kept in the session's log …]\n`;
const half = Buffer.from('aé').subarray(0, 2);

describe('a page', () => {
  it.each<[string, Files, Partial<PageRequest> & { total: number }, [string, next: number, gone?: number]]>([
    ['of a log that is not there', {}, { cursor: 4, total: 10 }, [dropped(6), 10, 6]],
    ['past the end', {}, { cursor: 12, total: 10 }, ['', 12]],
    [
      'over a gap in a line',
      { 'out.0.0': 'ab\ncd', 'out.9.1': 'ef\n' },
      { total: 12 },
      [`ab\ncd\n${dropped(4)}ef\n`, 12, 4],
    ],
    [
      'over a gap behind a line',
      { 'out.0.0': 'ab\n', 'out.9.2': 'ef\n' },
      { total: 12 },
      [`ab\n${dropped(6)}ef\n`, 12, 6],
    ],
    [
      'from within a gap',
      { 'out.0.0': 'ab', 'out.7.1': 'ef\n' },
      { cursor: 6, total: 10 },
      ["[… 1 byte dropped: not kept in the session's log …]\nef\n", 10, 1],
    ],
    ['to a half character, whose rest may come', { 'out.0.0': half }, { total: 2 }, ['a', 1]],
    ['to a half character at the end', { 'out.0.0': half }, { total: 2, isEnded: true }, ['a\ufffd', 2]],
    [
      'to a half character, whose rest a full disk did not take',
      { 'out.0.0': half },
      { total: 3, isEnded: true },
      ['a\ufffd', 2],
    ],
    [
      'whose end splits a character',
      { 'out.0.0': 'aéb' },
      { total: 4, maxBytes: 2, isEnded: true },
      ['a', 1],
    ],
    ['smaller than a character', { 'out.0.0': '😀x' }, { total: 5, maxBytes: 1 }, ['😀', 4]],
    ['smaller than an escape sequence', { 'out.0.0': '\x1b[31mred' }, { total: 8, maxBytes: 3 }, ['', 5]],
    [
      'smaller than a sequence without an end',
      { 'out.0.0': '\x1b[31' },
      { total: 4, maxBytes: 2, isEnded: true },
      ['␛[31', 4],
    ],
    ['smaller than a sequence that goes on', { 'out.0.0': '\x1b[31' }, { total: 4, maxBytes: 2 }, ['', 0]],
  ])('%s', (_, files, request, [text, next, gone = 0]) => {
    const page = readPage({ folder: logOf(files), ...whole, ...request });
    expect(page).toMatchObject({ text, next, dropped: gone });
  });

  it.each<[string, string | Buffer, object]>([
    ['nothing of plain text', 'a\n', {}],
    ['binary output', Buffer.from('a\0\xff\xfeb', 'latin1'), { isBinary: true }],
    ['a placed cursor', '\x1b[2;3Ha\n', { isDrawn: true }],
    ['bytes that are not UTF-8', half, { isRepaired: true }],
    ['returns within lines', 'a, b\rc, d\n', { hasReturns: true }],
  ])('tells of %s, also of one of its pieces', (_, output, told) => {
    const none = { isBinary: false, isDrawn: false, isRepaired: false, hasReturns: false };
    const folder = logOf({ 'out.0.0': output, 'out.100.9': 'plain\n' });
    const page = readPage({ folder, ...whole, total: 106, isEnded: true });
    expect(page).toMatchObject({ ...none, ...told });
    expect(readPage({ folder, ...whole, cursor: 100, total: 106 })).toMatchObject(none);
    expect(readPage({ folder, ...whole, cursor: 106, total: 110 })).toMatchObject(none);
  });

  it('is as it was printed, with a line for each gap', () => {
    const folder = logOf({ 'out.0.0': '\x1b[1ma\n', 'out.9.1': 'b\r\n' });
    const { bytes } = readPage({ folder, ...whole, total: 12 });
    expect(Buffer.from(bytes).toString()).toBe(`\x1b[1ma\n${dropped(3)}b\r\n`);
  });
});

describe('a page of a terminal that starts within a line', () => {
  const sizes = [{ at: 0, cols: 40, rows: 10 }];
  it.each<[string, Files, number, before: string, text: string]>([
    ['the first one', { 'out.0.0': 'abcdef\rXY\n' }, 7, 'abcdef\r', 'XYcdef\n'],
    ['a later one', { 'out.0.0': 'one\nabcdef\rXY\n' }, 11, 'abcdef\r', 'XYcdef\n'],
    ['behind dropped output', { 'out.5.1': 'one\nabcdef\rXY\n' }, 16, 'abcdef\r', 'XYcdef\n'],
    ['right behind dropped output', { 'out.0.0': 'abcdef', 'out.9.0': '\rXY\n' }, 9, '', 'XY\n'],
    [
      'of which more is printed than a screen has',
      { 'out.0.0': `${'-'.repeat(70_000)}\nabcdef\rXY\n` },
      70_008,
      'abcdef\r',
      'XYcdef\n',
    ],
  ])('has what stands there: %s', (_, files, cursor, before, text) => {
    const folder = logOf(files);
    expect(Buffer.from(lineBefore(folder, cursor)).toString()).toBe(before);
    expect(readPage({ folder, ...whole, cursor, total: 80_000, sizes }).text).toBe(text);
  });
});
