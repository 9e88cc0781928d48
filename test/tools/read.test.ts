import { execFileSync } from 'node:child_process';
import { open, truncate } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { read } from '../../src/tools/read/tool.ts';
import { callTool, type FileWorkspace, makeWorkspace, textOf } from '../helpers/file-workspace.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join('\n');
const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, i) => `${String(from + i).padStart(6)}\tline ${from + i}`).join(
    '\n',
  );
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

let ws: FileWorkspace;

beforeAll(async () => {
  ws = await makeWorkspace({
    'three.txt': 'line 1\nline 2\nline 3\n',
    'no-newline.txt': 'line 1\nline 2',
    'empty.txt': '',
    'newline.txt': '\n',
    'crlf.txt': 'a\r\nb\r\n',
    'mixed.txt': 'a\r\nb\nc\r\n',
    'stray.txt': 'a\rb\nc\r',
    'bom.txt': '\ufeffline 1\nline 2\n',
    'bom-only.txt': '\ufeff',
    'mark.txt': '\uff7f\ufec0\n',
    'mark2.txt': '\ufec0\n',
    'wide.txt': '日本語\n😀 emoji\nÜ\n',
    'separators.txt': 'a\u2028b\u0085c\n',
    'long.txt': `${'x'.repeat(2_000_000)}\nshort\n`,
    'emoji-line.txt': '😀'.repeat(2500),
    'exact-emoji.txt': `${'😀'.repeat(2000)}\r\n${'x'.repeat(2001)}\r\n`,
    'exact-line.txt': 'x'.repeat(2000),
    'thousand.txt': `${lines(1, 2500)}\n`,
    'heavy.txt': `${`${'y'.repeat(999)}\n`.repeat(300)}`,
    'src/app.ts': 'export const a = 1;\n',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    'bm.txt': 'BM is how a bitmap begins, and this text\n',
    'gif.txt': 'GIF89a is a format\n',
    'esc.txt': 'a\u001b[31mred\n',
    'tab.txt': '\tindented\n',
    'link.txt': '-> three.txt',
    'folder/inner.txt': 'inner\n',
    'folder-link': '-> folder',
    'latin.txt': latin('ok\ncaf\xe9\nmore\n'),
    'nul-late.txt': Buffer.concat([Buffer.from('a\n'.repeat(6000)), Buffer.from('x\0y\n')]),
    'back\\slash.txt': 'odd\n',
    'a b.txt': 'blank\n',
    '~tilde.txt': 'tilde\n',
  });
});

afterAll(() => ws.remove());

describe('pages', () => {
  it.each<[string, object, string, object]>([
    [
      'a whole file',
      { path: 'three.txt' },
      numbered(1, 3),
      {
        startLine: 1,
        lines: 3,
        totalLines: 3,
        eof: true,
        eol: 'lf',
        bom: false,
        bytes: 21,
        truncatedLines: [],
      },
    ],
    [
      'a middle line',
      { path: 'three.txt', offset: 2, limit: 1 },
      '     2\tline 2',
      { startLine: 2, lines: 1, eof: false },
    ],
    ['the last line', { path: 'three.txt', offset: 3 }, '     3\tline 3', { eof: true }],
    [
      'past the end',
      { path: 'three.txt', offset: 9 },
      '',
      { startLine: null, lines: 0, totalLines: 3, eof: true },
    ],
    ['from the end', { path: 'three.txt', offset: -2 }, numbered(2, 3), { startLine: 2, eof: true }],
    [
      'from the end, less than that',
      { path: 'three.txt', offset: -2, limit: 1 },
      '     2\tline 2',
      { eof: false },
    ],
    [
      'from before the start',
      { path: 'three.txt', offset: -99 },
      numbered(1, 3),
      { startLine: 1, eof: true },
    ],
    ['no final newline', { path: 'no-newline.txt' }, numbered(1, 2), { totalLines: 2, eof: true }],
    ['no final newline, last', { path: 'no-newline.txt', offset: -1 }, '     2\tline 2', { eof: true }],
    [
      'an empty file',
      { path: 'empty.txt' },
      '',
      { lines: 0, totalLines: 0, eof: true, eol: 'none', bytes: 0, startLine: null },
    ],
    ['an empty file from its end', { path: 'empty.txt', offset: -5 }, '', { lines: 0, totalLines: 0 }],
    ['one empty line', { path: 'newline.txt' }, '     1\t', { lines: 1, totalLines: 1 }],
    ['CRLF', { path: 'crlf.txt' }, '     1\ta\n     2\tb', { eol: 'crlf', totalLines: 2 }],
    ['mixed line ends', { path: 'mixed.txt' }, '     1\ta\n     2\tb\n     3\tc', { eol: 'mixed' }],
    ['stray returns', { path: 'stray.txt' }, '     1\ta\\rb\n     2\tc\\r', { eol: 'lf', totalLines: 2 }],
    ['a byte order mark', { path: 'bom.txt' }, numbered(1, 2), { bom: true, totalLines: 2 }],
    ['what begins as a byte order mark does', { path: 'mark.txt' }, '     1\t\uff7f\ufec0', { bom: false }],
    ['and goes on so', { path: 'mark2.txt' }, '     1\t\ufec0', { bom: false }],
    ['a lone byte order mark', { path: 'bom-only.txt' }, '', { bom: true, totalLines: 0, eof: true }],
    ['CJK and emoji', { path: 'wide.txt' }, '     1\t日本語\n     2\t😀 emoji\n     3\tÜ', { totalLines: 3 }],
    ['other line separators', { path: 'separators.txt' }, '     1\ta\u2028b\u0085c', { totalLines: 1 }],
    [
      'the default page',
      { path: 'thousand.txt' },
      numbered(1, 1000),
      { lines: 1000, totalLines: 2500, eof: false },
    ],
    [
      'the next page',
      { path: 'thousand.txt', offset: 2001 },
      numbered(2001, 2500),
      { lines: 500, eof: true },
    ],
    ['a folder inside', { path: 'src/app.ts' }, '     1\texport const a = 1;', {}],
    ['dot segments', { path: './src/../three.txt', limit: 1 }, '     1\tline 1', {}],
    ['SVG', { path: 'logo.svg' }, '     1\t<svg xmlns="http://www.w3.org/2000/svg"/>', {}],
    ['text like a bitmap', { path: 'bm.txt' }, '     1\tBM is how a bitmap begins, and this text', {}],
    ['text like a GIF', { path: 'gif.txt' }, '     1\tGIF89a is a format', {}],
    ['escape sequences', { path: 'esc.txt' }, '     1\ta\u001b[31mred', {}],
    ['tabs', { path: 'tab.txt' }, '     1\t\tindented', {}],
    ['a symlink', { path: 'link.txt', limit: 1 }, '     1\tline 1', {}],
    ['below a symlinked folder', { path: 'folder-link/inner.txt' }, '     1\tinner', {}],
    ['a blank in the name', { path: 'a b.txt' }, '     1\tblank', {}],
    ['a tilde in the name', { path: '~tilde.txt' }, '     1\ttilde', {}],
    ['the good part of a bad file', { path: 'latin.txt', limit: 1 }, '     1\tok', {}],
    ['the good part before a NUL', { path: 'nul-late.txt', limit: 1 }, '     1\ta', {}],
  ])('%s', async (_name, input, text, details) => {
    const result = await callTool(read, input, ws.context);
    expect(textOf(result)).toBe(text);
    expect(result).toMatchObject({ status: 'completed', isError: false, details });
  });

  it('cuts a line of 2 MB at 2,000 characters and says so', async () => {
    const result = await callTool(read, { path: 'long.txt' }, ws.context);
    const [first, second] = textOf(result).split('\n');
    expect(first).toBe(`     1\t${'x'.repeat(2000)}[… 1998000 more bytes]`);
    expect(second).toBe('     2\tshort');
    expect(result.details).toMatchObject({ truncatedLines: [1], lines: 2 });
    expect(result.notices).toContain(
      'Line 1 cut at 2000 characters; in shell, sed -n 1p FILE | cut -b 2001- goes on.',
    );
  });

  it.each([
    ['emoji-line.txt', '😀'.repeat(500)],
    ['bom-line.txt', 'é'.repeat(100)],
    ['second-line.txt', 'end'],
  ])('names what goes on where it cut %s', async (path, rest) => {
    await ws.fill({
      'bom-line.txt': `\ufeff${'é'.repeat(2100)}\n`,
      'second-line.txt': `\ufeffa\n${'→\r'.repeat(1000)}end\n`,
    });
    const { notices } = await callTool(read, { path }, ws.context);
    const way =
      /in shell, (sed .*) goes on/.exec(notices.join())?.[1]?.replace('FILE', ws.at(path)) ?? 'false';
    expect(execFileSync('sh', ['-c', way]).toString()).toBe(`${rest}\n`);
  });

  it.each([
    [{ readBytes: 4096 }, 'x', 1008],
    [{ readBytes: 8192, lineChars: 2000 }, 'x', 2000],
    [{ lineChars: 60_000 }, '😀', 25_584],
  ])('says with %j where a line of %s is really cut', async (caps, character, cut) => {
    const { settings } = ws.context;
    const context = { ...ws.context, settings: { ...settings, caps: { ...settings.caps, ...caps } } };
    await ws.fill({ 'cut.txt': `${character.repeat(61_000)}\n` });
    const result = await callTool(read, { path: 'cut.txt' }, context);
    expect(textOf(result)).toMatch(
      new RegExp(`^ +1\\t(?:${character}){${cut}}\\[… \\d+ more bytes\\]$`, 'u'),
    );
    expect(result.notices.join()).toContain(`Line 1 cut at ${cut} characters; `);
  });

  it('names lines that it cut in their order', async () => {
    await ws.fill({ 'cuts.txt': `${'x'.repeat(2001)}\na\rb\n${'y'.repeat(2001)}\nc\rd` });
    const result = await callTool(read, { path: 'cuts.txt' }, ws.context);
    expect(result.details.truncatedLines).toEqual([1, 3]);
    expect(result.notices.join(' ')).toMatch(/^Lines 1, 3 cut at .* Lines 2, 4: /);
  });

  it('never cuts through a character', async () => {
    const text = textOf(await callTool(read, { path: 'emoji-line.txt' }, ws.context));
    expect(text).toBe(`     1\t${'😀'.repeat(2000)}[… 2000 more bytes]`);
    const exact = await callTool(read, { path: 'exact-line.txt' }, ws.context);
    expect(exact.details.truncatedLines).toEqual([]);
  });

  it('counts characters, not the units of an encoding, and no line end', async () => {
    const text = textOf(await callTool(read, { path: 'exact-emoji.txt' }, ws.context));
    expect(text).toBe(`     1\t${'😀'.repeat(2000)}\n     2\t${'x'.repeat(2000)}[… 1 more bytes]`);
  });

  it('counts no line end of a line that is longer than what is kept of it', async () => {
    const long = 'x'.repeat(300_000);
    await ws.fill({ 'long-crlf.txt': `${long}\r\n${long}\n${long}\r` });
    const texts = textOf(await callTool(read, { path: 'long-crlf.txt' }, ws.context)).split('\n');
    expect(texts.map((line) => line.slice(2007))).toEqual([
      '[… 298000 more bytes]',
      '[… 298000 more bytes]',
      '[… 298001 more bytes]',
    ]);
  });

  it('says nothing of a last newline where there is nothing but a byte order mark', async () => {
    const { message, notices } = await callTool(read, { path: 'bom-only.txt' }, ws.context);
    expect([message, notices]).toEqual(['"bom-only.txt" is empty.', []]);
  });

  it('ends a page at the byte cap and reads on from the offset it names', async () => {
    const result = await callTool(read, { path: 'heavy.txt' }, ws.context);
    expect(Buffer.byteLength(textOf(result))).toBeLessThanOrEqual(102_400);
    expect(result.details).toMatchObject({ lines: 101, eof: false });
    expect(result.notices.join()).toContain('offset 102 reads on');
  });

  it('keeps even one line below a small cap', async () => {
    const small = await makeWorkspace({ 'x.txt': '😀'.repeat(4000) }, (settings) => ({
      ...settings,
      caps: { ...settings.caps, readBytes: 1024 },
    }));
    const text = textOf(await callTool(read, { path: 'x.txt' }, small.context));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1024);
    await small.remove();
  });

  it('gives the SHA-256 of the whole file whatever the page', async () => {
    const whole = await callTool(read, { path: 'three.txt' }, ws.context);
    const page = await callTool(read, { path: 'three.txt', offset: 2, limit: 1 }, ws.context);
    const sum = execFileSync('sha256sum', [ws.at('three.txt')])
      .toString()
      .slice(0, 64);
    expect(whole.details.hash).toBe(sum);
    expect(page.details.hash).toBe(sum);
  });

  it('names the missing final newline', async () => {
    const result = await callTool(read, { path: 'no-newline.txt' }, ws.context);
    expect(result.notices).toEqual(['The file does not end in a newline.']);
    const { notices } = await callTool(read, { path: 'no-newline.txt', limit: 1 }, ws.context);
    expect(notices).toEqual(['More lines follow; offset 2 reads on.']);
  });
});

describe('files of odd size', () => {
  it('reads files of /proc, which have no size', async () => {
    const result = await callTool(read, { path: '/proc/self/status', limit: 1 }, ws.context);
    expect(textOf(result)).toMatch(/^ {5}1\tName:/);
    expect(result.details).toMatchObject({ eof: false });
  });

  it('ends although the file grows', { tags: ['slow'] }, async () => {
    await ws.fill({ 'growing.txt': 'a\n'.repeat(3_000_000) });
    const writer = await open(ws.at('growing.txt'), 'a');
    let goes = true;
    const grow = (async () => {
      while (goes) await writer.write('b\n'.repeat(100_000));
    })();
    const result = await callTool(read, { path: 'growing.txt', offset: -1 }, ws.context);
    goes = false;
    await grow;
    await writer.close();
    await truncate(ws.at('growing.txt'), 0);
    expect(result.status).toBe('completed');
  });

  it('pages through a file past 100 MiB without its facts', { tags: ['slow'] }, async () => {
    const file = await open(ws.at('huge.txt'), 'w');
    const block = Buffer.from(`${'z'.repeat(99)}\n`.repeat(10_000));
    await file.write('\ufeff');
    for (let i = 0; i < 106; i += 1) await file.write(block);
    await file.write('last but one\nlast');
    await file.close();
    const near = await callTool(read, { path: 'huge.txt', offset: 3, limit: 2 }, ws.context);
    expect(near.details).toMatchObject({
      startLine: 3,
      lines: 2,
      totalLines: null,
      hash: null,
      eof: false,
      eol: 'lf',
    });
    const tail = await callTool(read, { path: 'huge.txt', offset: -2 }, ws.context);
    expect(textOf(tail)).toBe('    -2\tlast but one\n    -1\tlast');
    expect(tail.details).toMatchObject({ startLine: null, totalLines: null, hash: null, eof: true });
    expect(tail.notices).toEqual(['The file does not end in a newline.']);
    const far = await callTool(read, { path: 'huge.txt', offset: 1_060_001 }, ws.context);
    expect(textOf(far)).toBe('1060001\tlast but one\n1060002\tlast');
    const first = await callTool(read, { path: 'huge.txt', offset: -9_000_000, limit: 1 }, ws.context);
    expect(first.details).toMatchObject({ startLine: 1, bom: true });
    expect(textOf(first)).toBe(`     1\t${'z'.repeat(99)}`);
    await truncate(ws.at('huge.txt'), 0);
  });

  it('knows all of a file of 100 MiB, but not of one with a byte more', { tags: ['slow'] }, async () => {
    const file = await open(ws.at('huge.txt'), 'w');
    const block = Buffer.from(`${'z'.repeat(1023)}\n`.repeat(1024));
    for (let i = 0; i < 100; i += 1) await file.write(block);
    const page = { path: 'huge.txt', limit: 1 };
    const whole = await callTool(read, page, ws.context);
    expect(whole.details).toMatchObject({
      bytes: 104_857_600,
      totalLines: 102_400,
      hash: expect.any(String),
    });
    await file.write('z');
    await file.close();
    const part = await callTool(read, page, ws.context);
    expect(part.details).toMatchObject({ bytes: 104_857_601, totalLines: null, hash: null });
    await truncate(ws.at('huge.txt'), 0);
  });

  it('stops when the call is cancelled', async () => {
    await ws.fill({ 'wide-page.txt': 'a\n'.repeat(3_000_000) });
    const abort = new AbortController();
    abort.abort();
    await expect(callTool(read, { path: 'wide-page.txt' }, ws.context, abort.signal)).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('rules', () => {
  it('joins the pages of a file to the file', { tags: ['slow'] }, async () => {
    const characters = ['a', 'é', '日', '😀', ' ', '\t', '\\', '\ufeff', '\u200b', '\u2028', '\u0085', '\f'];
    const line = fc.string({ unit: fc.constantFrom(...characters), maxLength: 30 });
    const ends = fc.constantFrom('\n', '\r\n');
    const any = fc.record({
      content: fc.array(fc.tuple(line, ends), { maxLength: 40 }),
      tail: line,
      limit: fc.integer({ min: 1, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(any, async ({ content, tail, limit }) => {
        const written = content.map(([text, end]) => text + end).join('') + tail;
        await ws.fill({ 'pages.txt': written });
        const parts: string[] = [];
        for (let offset = 1; ; ) {
          const page = await callTool(read, { path: 'pages.txt', offset, limit }, ws.context);
          const { lines: count, eof } = page.details as { lines: number; eof: boolean };
          if (count > 0)
            parts.push(
              ...textOf(page)
                .split('\n')
                .map((text) => text.slice(7)),
            );
          offset += count;
          if (eof) break;
        }
        // The mark of the byte order at the start is told, not shown.
        const shown = written.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
        expect(parts.join('\n') + (shown.endsWith('\n') ? '\n' : '')).toBe(shown);
      }),
      { numRuns: 60 },
    );
  });

  it('tells the lines and line ends of a file whatever page of it is read', { tags: ['slow'] }, async () => {
    const piece = fc.constantFrom('a', 'é', '\n', '\n', '\r\n', '\r', '\ufeff');
    const any = fc.record({
      pieces: fc.array(piece, { maxLength: 12 }),
      offset: fc.integer({ min: -4, max: 4 }).filter((offset) => offset !== 0),
      limit: fc.constantFrom(1, 3, 1000),
    });
    await fc.assert(
      fc.asyncProperty(any, async ({ pieces, offset, limit }) => {
        const written = pieces.join('');
        await ws.fill({ 'facts.txt': written });
        const text = written.replace(/^\ufeff/, '');
        const ends = text.split('\n').length - 1;
        const returns = text.split('\r\n').length - 1;
        const one = returns === 0 ? 'lf' : 'crlf';
        const { details } = await callTool(read, { path: 'facts.txt', offset, limit }, ws.context);
        expect(details).toMatchObject({
          totalLines: ends + (text === '' || text.endsWith('\n') ? 0 : 1),
          eol: ends === 0 ? 'none' : returns === 0 || returns === ends ? one : 'mixed',
        });
      }),
      { numRuns: 200 },
    );
  });
});
