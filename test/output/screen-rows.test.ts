import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputText } from '../../src/sessions/output/output-text.ts';
import { linesOf } from '../helpers/other-terminal.ts';

interface Printed {
  readonly cols?: number;
  readonly rows?: number;
  /** What came before, which was handed out. */
  readonly before?: string;
  /** Bytes before that of which nothing is known. */
  readonly unknown?: number;
}

function textOf(raw: string, { cols = 20, rows = 9, before = '', unknown = 0 }: Printed = {}): string {
  const sizes = [{ at: 0, cols, rows }];
  const start = unknown + Buffer.from(before).length;
  return outputText(Buffer.from(raw), { sizes, start, before: Buffer.from(before) }).text;
}

/** One state of a menu whose lines are drawn over those of the last one. */
function menu(chosen: number): string {
  const lines = ['apple', 'pear', 'plum'].map((word, index) => `${index === chosen ? '>' : ' '} ${word}`);
  return lines.map((line) => `\x1b[2K${line}\r\n`).join('');
}

describe('lines that the cursor goes back up to are as they are left', () => {
  it.each([
    ['a menu', `${menu(0)}\x1b[3A${menu(1)}\x1b[3A${menu(2)}`, '  apple\n  pear\n> plum\n'],
    [
      'bars of several downloads, one line changed at a time',
      'a: 0%\r\nb: 0%\r\n\x1b[2A\x1b[2K\ra: 9%\r\x1b[2B\x1b[1A\x1b[2K\rb: 8%\r\x1b[1B',
      'a: 9%\nb: 8%\n',
    ],
    ['bars below each other, as tqdm moves', 'a 1\n\rb 1\x1b[A\ra 2\n\rb 2\x1b[A\r\n\n', 'a 2\nb 2\n'],
    ['lines that are erased with those below', 'log\r\n1\r\n2\r\n\x1b[2A\x1b[Jdone\r\n', 'log\ndone\n'],
    ['a list below a prompt, erased again', '$ ls\r\na b\x1b[A\x1b[5G\x1b[J a\r\n', '$ ls a\n'],
    ['a list below a prompt', '$ ls\r\na b\x1b[A\x1b[5G', '$ ls\na b'],
    ['a place that is kept', 'a\r\n\x1b7b\r\nc\x1b8d\r\n', 'a\nd\nc'],
    [
      'a line that grows into the next row',
      'ab\r\ncd\r\n\x1b[2A0123456789012345678901\r\n',
      `01234567890123456789 01\n`.replace(' ', ''),
    ],
    ['no farther than the first row', 'a\r\nb\x1b[9A\rc\r\n', 'c\nb'],
    [
      'no farther than the top of the screen',
      `${'x\r\n'.repeat(9)}\x1b[99A\ry`,
      'x\ny\nx\nx\nx\nx\nx\nx\nx\n',
    ],
    ['blanks over what stands there', 'abc\r\n\x1b[A   \r\n', '\n'],
    [
      'rows that do not wrap',
      `\x1b[?7l${'x'.repeat(30)}\r\nb\r\n\x1b[2Ay\x1b[?7h\r\nc`,
      `y${'x'.repeat(29)}\nc\n`,
    ],
    ['a form feed and a vertical tab', 'a\fb\vc\x1b[2A\rd', 'd\nb\nc'],
    ['down past the end', 'ab\x1b[3Bcd\r\n', 'ab\ncd\n'],
  ])('%s', (_, raw, text) => expect(textOf(raw)).toBe(text));

  it.each([
    ['a cleared screen', 'a\r\n\x1b[H\x1b[2Jb\x1b[9A\rc\r\n', 'a\nc\nb'],
    ['a reset', 'a\r\nb\x1bc\x1b[Ac\r\n', 'a\nb\nc\n'],
    ['lines that are put in between', 'bar\r\n\x1b[A\x1b[Llog\r\nbar\r\n', 'bar\nlog\nbar\n'],
    ['margins', 'a\r\nb\x1b[1;5rc', 'a\nb\nc'],
    ['another screen', 'a\r\nb\x1b[?1049hc\x1b[?1049l\x1b[Ad', 'a\nb\nc\nd\n'],
    ['a scroll', 'a\r\nb\r\x1bMc', 'a\nb\nc'],
  ])('nothing is taken for what stands elsewhere: %s', (_, raw, text) => expect(textOf(raw)).toBe(text));

  it.each([
    [
      'lines that change, as they are left',
      menu(0),
      `\x1b[3A${menu(1)}\x1b[3A${menu(2)}`,
      '  apple\n> plum\n',
    ],
    ['nothing where nothing changes', menu(0), `\x1b[3A${menu(0)}`, ''],
    ['what is new behind them', menu(0), `\x1b[3A${menu(1)}chosen\r\n`, '  apple\n> pear\nchosen\n'],
    ['a line that is erased and what follows', 'a\r\nb\r\n', '\x1b[2A\x1b[Jc\r\n', 'c\n'],
    [
      'a line above the one in progress, which comes anew',
      'time 1\r\n$ ab',
      '\x1b[A\rtime 2\r\n\x1b[4C',
      '\ntime 2\n$ ab',
    ],
    ['the line in progress goes on', 'time 1\r\n$ ab', '\x1b[A\rtime 1\r\n\x1b[4Cc', 'c'],
    ['what is put behind a list below a prompt', '$ ls\r\na b\x1b[A\x1b[5G', '\x1b[J a\r\n', '\n$ ls a\n'],
  ])('a page shows %s', (_, before, raw, text) => expect(textOf(raw, { before })).toBe(text));

  it.each([
    ['lines of which nothing is known', '\x1b[2A\x1b[2Ka\r\n\x1b[2Kb\r\n\x1b[2Ac\r\nd\r\n', 'c\nd\n'],
    ['what stands below is not known', 'a\x1b[2Bb', 'a\nb'],
    ['as many as the screen has', `\x1b[99Aa${'\r\n'.repeat(8)}b\x1b[99A\rc`, 'c\nb'],
  ])('where the beginning is not known: %s', (_, raw, text) =>
    expect(textOf(raw, { unknown: 5 })).toBe(text),
  );

  it('a flood leaves no line out', () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index}`);
    const colours = lines.map((line, index) => (index % 3 === 0 ? `${line}x\b \x1b[K` : line));
    expect(textOf(`${colours.join('\r\n')}\r\n`).replaceAll(/ +$/gm, '')).toBe(`${lines.join('\n')}\n`);
  });

  it.each([
    ['up and down', '\x1b[A\x1b[B'],
    ['far up', '\x1b[999A'],
    ['lines and back', 'x\r\n\x1b[A'],
    ['places kept', '\x1b7\x1b8'],
    ['lines erased', 'y\x1b[A\x1b[J'],
    ['rows that go on', `${'z'.repeat(400)}\x1b[A`],
    ['new lines', '\x1b[K\r\n'],
  ])('in bounded time: %s', { timeout: 30_000 }, (_, piece) => {
    const raw = `${'x\r\n'.repeat(2000)}${piece.repeat(60_000 / piece.length)}`;
    expect(textOf(raw, { cols: 200, rows: 500 }).length).toBeLessThan(raw.length * 5);
  });
});

/** Without blanks at both ends and empty lines: those that were only passed over have none. */
function written(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '));
  return lines.filter((line) => line !== '');
}

const characters = (text: string): readonly string[] => [text.replaceAll(/\s/g, '')];

const printed = ['a', 'b', 'cd', 'xyz', '漢', '\r', '\r\n', '\r\n', 'one\r\n', 'two\r\nthree\r\n', '\b'];
const more = [
  'q\x1b[3b',
  '\x1bE',
  'some words, and others',
  '\x1b(0lqk\x1b(B',
  '\x1b)0',
  'lines of \x0eqx\x0f and text',
  '\x1b[s',
  '\x1b[u',
];
const moves = [
  'A',
  '2A',
  '5A',
  '99A',
  'B',
  '2B',
  '99B',
  'E',
  'F',
  '3F',
  'J',
  'K',
  '1K',
  '2K',
  'P',
  '@',
  'C',
  '4G',
];

/** Pieces of output; where lines leave the screen, terminals do not agree where a place is that was kept. */
function pieces(isTall: boolean): fc.Arbitrary<string> {
  const texts = [...printed, ...more].filter((text) => isTall || !/[su]$/.test(text));
  const sequences = moves.filter((move) => !isTall || move !== '99B');
  const all = [...texts, ...sequences.map((move) => `\x1b[${move}`)];
  return fc.array(fc.constantFrom(...all), { maxLength: 30 }).map((parts) => parts.join(''));
}

it.each([
  ['all on the screen', { cols: 80, rows: 100 }, written],
  ['some above it', { cols: 80, rows: 6 }, written],
  ['of several rows', { cols: 12, rows: 6 }, characters],
  ['of several rows on a low screen', { cols: 12, rows: 3 }, characters],
])('lines are those of another terminal: %s', { tags: ['slow'] }, async (_, size, compared) => {
  const check = fc.asyncProperty(pieces(size.rows === 100), async (drawn) => {
    // A place that nobody kept is the first one.
    const raw = `\x1b[s${drawn}`;
    expect(compared(textOf(raw, size))).toEqual(compared(await linesOf(raw, size)));
  });
  await fc.assert(check, { numRuns: 400 });
});

it.each([30, 6])(
  'every line that another terminal shows was on a page: %d rows',
  { tags: ['slow'] },
  async (rows) => {
    const size = { cols: 80, rows };
    const check = fc.asyncProperty(pieces(false), pieces(false), async (one, raw) => {
      const before = `${one}\r\n`;
      const first = textOf(before, size);
      fc.pre(first.endsWith('\n'));
      const pages = written(first + textOf(raw, { ...size, before }));
      const seen = written(await linesOf(before + raw, size));
      expect(seen.filter((line) => !pages.includes(line))).toEqual([]);
    });
    await fc.assert(check, { numRuns: 400 });
  },
);
