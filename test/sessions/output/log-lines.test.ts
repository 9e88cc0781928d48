import { mkdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { SessionLog } from '../../../src/platform/sessions/session-log.ts';
import { LogFiles, readLog } from '../../../src/platform/sessions/session-log-files.ts';
import {
  bytesOfLines,
  findLine as findLineOf,
  type LineStart,
} from '../../../src/sessions/output/log-lines.ts';
import { readLogLines } from '../../../src/sessions/output/log-page.ts';
import { readPage } from '../../../src/sessions/output/page.ts';
import { tailText } from '../../../src/sessions/output/tail.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

let folder = '';
const findLine = (line: number, place = folder): LineStart =>
  LogFiles.use(place, (log) => findLineOf(log, line));
beforeEach(() => {
  folder = tempFolder();
});

function write(text: string, cap = 65_536): SessionLog {
  const log = new SessionLog(folder, cap);
  for (let at = 0; at < text.length; at += 1000) log.append(Buffer.from(text.slice(at, at + 1000)));
  log.close();
  return log;
}

/** `count` lines that say their own number. */
const numbered = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describe('a line by its number', () => {
  it.each([1, 2, 3, 999, 1000])('%d', (line) => {
    write(numbered(1000));
    const start = findLine(line);
    expect(start.line).toBe(line);
    expect(Buffer.from(readLog(folder, start.offset, 20)[0]?.bytes ?? []).toString()).toMatch(
      new RegExp(`^line ${line}\n`),
    );
  });

  it('one past the end is the end', () => {
    const log = write(numbered(10));
    expect(findLine(11)).toEqual({ offset: log.total, line: 11 });
    expect(findLine(99)).toEqual({ offset: log.total, line: 99 });
    expect(findLine(5, join(folder, 'missing'))).toEqual({ offset: 0, line: 5 });
  });

  it('a dropped one leads to what comes behind the gap, with its true number', () => {
    write(numbered(50_000));
    const start = findLine(5000);
    expect(start.line).toBeGreaterThan(5000);
    const text = Buffer.from(readLog(folder, start.offset, 40)[0]?.bytes ?? []).toString();
    const [, next = ''] = text.split('\n');
    expect(next).toBe(`line ${start.line + 1}`);
    expect(findLine(49_999)).toMatchObject({ line: 49_999 });
  });

  it('one that began in a part dropped right behind a newline has the number it has', () => {
    // Lines of eight bytes: the head that is kept ends with the newline of line 2048.
    const text = Array.from({ length: 20_000 }, (_, index) => `${1_000_001 + index}\n`).join('');
    const { total } = write(text);
    const { start = 0 } = readLog(folder, 16_384, 1)[0] ?? {};
    expect(start).toBeGreaterThan(16_384);
    expect(findLine(2048).line).toBe(2048);
    expect(findLine(2049)).toEqual({ offset: start, line: start / 8 + 1 });
    const page = readLogLines(folder, { total, newlines: 20_000, offset: 2049, limit: 1, maxBytes: 1000 });
    expect(Buffer.from(page.bytes).toString()).toBe(`${1_000_000 + page.startLine}\n`);
  });

  it('the first is the first that is kept, where what came before it is gone', () => {
    write(numbered(20_000));
    unlinkSync(join(folder, 'out.0.0'));
    const { offset, line } = findLine(1);
    const text = Buffer.from(readLog(folder, offset, 40)[0]?.bytes ?? []).toString();
    expect(text.split('\n')[1]).toBe(`line ${line + 1}`);
  });

  it('is one of the newest, where those that were counted are gone by now', () => {
    const { total } = write(numbered(50_000));
    const old = numbered(20_000).length;
    const request = { total: old, newlines: 20_000, offset: -2, limit: 2, maxBytes: 1000 };
    const page = readLogLines(folder, request);
    expect(Buffer.from(page.bytes).toString()).toBe('line 49999\nline 50000\n');
    expect(page).toMatchObject({ startLine: 49_999, totalLines: 50_000, lostFrom: null });
    expect(total).toBeGreaterThan(old);
  });

  it('agrees with the text', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a\n]*$/, { maxLength: 300 }),
        fc.integer({ min: 1, max: 300 }),
        (text, line) => {
          write(text);
          const lines = text.split('\n');
          const expected = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
          expect(findLine(line).offset).toBe(Math.min(expected, text.length));
          rmSync(folder, { recursive: true });
          folder = tempFolder();
        },
      ),
    );
  });
});

it.each([
  ['a\nb\nc\n', 2, 4],
  ['a\nb', 2, 3],
  ['a\nb\n', 5, 4],
  ['', 3, 0],
  ['a\n', 0, 0],
])('the first lines of %j, %d of them, are %d bytes', (text, count, bytes) => {
  expect(bytesOfLines(Buffer.from(text), count)).toBe(bytes);
});

describe('a page', () => {
  const page = (cursor: number, more: object = {}) =>
    readPage({ folder, cursor, maxBytes: 100_000, total: 0, isEnded: true, sizes: [], ...more });

  it.each([1, 2, 3, 4, 5, 7])(
    'of %d bytes cuts no character and no escape sequence, and moves on',
    (maxBytes) => {
      const text = 'aé€😀z\x1b[31mred\x1b[0m€';
      const bytes = Buffer.from(text);
      const log = new SessionLog(folder, 65_536);
      log.append(bytes);
      for (const isEnded of [false, true]) {
        let [shown, cursor] = ['', 0];
        while (cursor < bytes.length) {
          const { text: part, next } = page(cursor, { maxBytes, total: bytes.length, isEnded });
          expect(next).toBeGreaterThan(cursor);
          [shown, cursor] = [shown + part, next];
        }
        expect(shown).toBe('aé€😀zred€');
      }
      log.close();
    },
  );

  it('shows what is broken or never ends once no more can come', () => {
    const log = new SessionLog(folder, 65_536);
    log.append(Uint8Array.of(0xe2, 0x82));
    expect(page(0, { maxBytes: 1, total: 2, isEnded: false })).toMatchObject({ text: '', next: 0 });
    expect(page(0, { maxBytes: 1, total: 2 })).toMatchObject({ text: '\ufffd', next: 2 });
    log.append(Buffer.from(`\x1b]0;${'x'.repeat(10_000)}`));
    for (const maxBytes of [1, 100, 4096, 4097])
      expect(page(2, { maxBytes, total: 10_006, isEnded: false }).next).toBeGreaterThan(4000);
    log.close();
  });

  it('comes to the end of what lost its own', () => {
    for (const [open, shown] of [
      [Uint8Array.of(0x61, 0xe2, 0x82), 'a\ufffd'],
      [Buffer.from('a\x1b]0;title'), 'a␛]0;title'],
    ] as const) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      const log = new SessionLog(folder, 65_536);
      log.append(open);
      log.close();
      const first = page(0, { total: 500 });
      expect(first).toMatchObject({ text: shown, next: open.length, dropped: 0 });
      expect(page(first.next, { total: 500 })).toMatchObject({ next: 500, dropped: 500 - open.length });
    }
  });

  it('holds back half a character while the session runs', () => {
    const log = new SessionLog(folder, 65_536);
    log.append(Uint8Array.of(0x61, 0xf0, 0x9f));
    expect(page(0, { total: 3, isEnded: false })).toMatchObject({ text: 'a', next: 1 });
    expect(page(0, { total: 3 })).toMatchObject({ text: 'a\ufffd', next: 3 });
    log.close();
  });

  it('names each gap to the byte', () => {
    const log = write(numbered(50_000));
    const { text, dropped, next } = page(0, { maxBytes: 10_000_000, total: log.total });
    const stored = readLog(folder, 0, log.total).reduce((sum, { bytes }) => sum + bytes.length, 0);
    expect(next).toBe(log.total);
    expect(dropped).toBe(log.total - stored);
    expect(text).toContain(`[… ${dropped} bytes dropped: not kept in the session's log …]\n`);
    expect(text.endsWith('line 50000\n')).toBe(true);
  });

  it.each([
    [12, "[… 8 bytes dropped: not kept in the session's log …]\n", 8, 20],
    [20, '', 0, 20],
    [25, '', 0, 25],
  ])(
    'from %d on says what of 20 bytes is dropped behind all that is stored',
    (cursor, text, dropped, next) => {
      write('0123456789');
      expect(page(cursor, { total: 20 })).toMatchObject({ text, dropped, next });
    },
  );

  it('begins the line about a gap anew', () => {
    const log = write('0123456789'.repeat(100_000));
    const { text } = page(0, { maxBytes: 10_000_000, total: log.total });
    expect(text).toMatch(/^\d+\n\[… \d+ bytes dropped: not kept in the session's log …\]\n\d+$/);
  });

  it('a page in the gap begins behind it', () => {
    const log = write(numbered(50_000));
    const [, tail] = readLog(folder, 0, log.total);
    const start = tail?.start ?? 0;
    expect(page(start - 7, { maxBytes: 10, total: log.total })).toMatchObject({
      dropped: 7,
      next: start + 10,
    });
  });

  it('output that no disk took is dropped output', () => {
    write('abc');
    expect(page(3, { total: 10 })).toMatchObject({ next: 10, dropped: 7 });
    expect(page(10, { total: 10 })).toMatchObject({ text: '', next: 10, dropped: 0 });
    expect(page(99, { total: 10 })).toMatchObject({ text: '', next: 99, dropped: 0 });
  });
});

it.each([4, 5, 6, 7, 8, 9])(
  'a line longer than a page of %d bytes is cut between characters, and goes on there',
  (maxBytes) => {
    const text = 'é€😀'.repeat(5);
    const total = Buffer.byteLength(text);
    const log = new SessionLog(folder, 65_536);
    log.append(Buffer.from(text));
    const request = { total, newlines: 0, limit: 1, maxBytes };
    const begin = readLogLines(folder, { ...request, offset: 1 });
    expect(text.startsWith(Buffer.from(begin.bytes).toString())).toBe(true);
    expect(begin.missing).toEqual({ part: 'end', cursor: begin.bytes.length });
    const end = readLogLines(folder, { ...request, offset: -1 });
    expect(end.bytes.length).toBeGreaterThan(0);
    expect(text.endsWith(Buffer.from(end.bytes).toString())).toBe(true);
    log.close();
  },
);

it.each([
  [1, 4, 'line 1\nline 2\nline 3\nline 4\n'],
  [9, 4, 'line 9\nline 10\n'],
  [11, 4, ''],
  [-5, 4, 'line 6\nline 7\nline 8\nline 9\n'],
  [-4, 4, 'line 7\nline 8\nline 9\nline 10\n'],
  [-99, 2, 'line 1\nline 2\n'],
])('lines from %d on, %d of them', (offset, limit, shown) => {
  // What is printed after the lines were counted is no line of the page.
  for (const written of [10, 13]) {
    write(numbered(written));
    const total = numbered(10).length;
    const page = readLogLines(folder, { total, newlines: 10, offset, limit, maxBytes: 1000 });
    expect(Buffer.from(page.bytes).toString()).toBe(shown);
    const [, first] = /^line (\d+)/.exec(shown) ?? [];
    if (first !== undefined) expect(page.startLine).toBe(Number(first));
    rmSync(folder, { recursive: true });
    folder = tempFolder();
  }
});

describe('the last of an output', () => {
  it.each([
    ['nothing', '', ''],
    ['all of a short one', 'a\nb', 'a\nb'],
    ['no more than 2,000 characters, from the start of a line', numbered(1000), numbered(1000).slice(-1999)],
    ['of a long line the end', 'x'.repeat(9000), 'x'.repeat(2000)],
    ['no half character', `${'😀'.repeat(3000)}x`, `${'😀'.repeat(999)}x`],
  ])('%s', (_, output, tail) => {
    const log = new SessionLog(folder, 65_536);
    log.append(Buffer.from(output));
    log.close();
    const shown = tailText({ folder, sizes: [] });
    expect(shown.text).toBe(tail);
    const isWhole = tail === output;
    expect(shown.notices).toEqual(
      isWhole ? [] : [expect.stringContaining(`the last of ${Buffer.byteLength(output)} bytes of output`)],
    );
    if (isWhole) return;
    expect(tailText({ folder, sizes: [] }, 5).text.length).toBeLessThanOrEqual(5);
  });
});

it.each([
  [1, 10_000, false, true],
  [1, 100, false, false],
  [20_000, 10, true, false],
  [-20_000, 30_000, true, false],
  [49_000, 10, false, false],
  [-10, 10, false, false],
])(
  'lines from %d on, %d of them, say where the log has a gap in their first or last one',
  (offset, limit, isAfterGap, isBeforeGap) => {
    const count = 50_000;
    const total = write(numbered(count)).total;
    const page = readLogLines(folder, { total, newlines: count, offset, limit, maxBytes: 1_000_000 });
    expect(page.missing).toBeNull();
    expect([page.gapBefore !== null, page.gapBehind !== null]).toEqual([isAfterGap, isBeforeGap]);
    const shown = Buffer.from(page.bytes).toString().replace(/\n$/, '').split('\n');
    const broken = shown.flatMap((text, index) => (text === `line ${page.startLine + index}` ? [] : [index]));
    expect(broken).toEqual([...(isAfterGap ? [0] : []), ...(isBeforeGap ? [shown.length - 1] : [])]);
  },
);
