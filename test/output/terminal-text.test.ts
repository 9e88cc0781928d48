import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outputText } from '../../src/sessions/output/output-text.ts';
import { linesOf } from '../helpers/other-terminal.ts';

interface Place {
  readonly cols?: number;
  readonly before?: string;
}

/** The text of output that a terminal shows behind other output. */
function textOf(raw: string, { cols = 20, before = '' }: Place = {}): string {
  const terminal = { sizes: [{ at: 0, cols, rows: 9 }], start: before.length, before: Buffer.from(before) };
  return outputText(Buffer.from(raw), terminal).text;
}

describe('lines are what the terminal makes of them', () => {
  it.each([
    ['written over from the start', '12345\rab\r\n', 'ab345\n'],
    ['a bar', '10%\r20%\r100%\r\n', '100%\n'],
    ['erased behind the cursor', 'echo one two\b\b\b\b\b\b\bx\x1b[K\r\n', 'echo x\n'],
    ['erased before it', 'abc\b\x1b[1Kd\r\n', '  d\n'],
    ['erased as a whole', 'abc\x1b[2K\rd\r\n', 'd\n'],
    ['characters deleted', 'rm echo hi\r\x1b[2P\x1b[1P\r\n', 'echo hi\n'],
    ['characters inserted', 'helo\b\x1b[1@l\r\n', 'hello\n'],
    ['characters wiped', 'abcd\r\x1b[2X\r\n', '  cd\n'],
    ['moved over', 'name\x1b[3Cvalue\x1b[20Gx\r\n', 'name   value       x\n'],
    ['moved over what stands there', 'echo \r\x1b[5Chello\r\x1b[10C\x1b[5Dhello\r\n', 'echo hello\n'],
    ['repeated', '-\x1b[4b+\r\n', '-----+\n'],
    ['wiped by blanks', 'x\b \b\r\n', '\n'],
    ['blanks that were printed', 'a  \r\n', 'a  \n'],
    ['tabs', 'a\tb\x07\r\n', 'a\tb\n'],
    ['a tab written over', 'a\tb\rxyz\r\n', 'xyz     b\n'],
    ['wide characters', '漢字\b\b\x1b[Kx\r\n', '漢x\n'],
    ['half a wide character', '漢\bx\r\n', ' x\n'],
    ['a mark on a character', 'e\u0301\bx\r\n', 'x\n'],
    ['an emoji', '🥳b✅\b\b\x1b[Kx\r\n', '🥳bx\n'],
    ['longer than a row', `${'0123456789'.repeat(3)}\r\n`, `${'0123456789'.repeat(3)}\n`],
    ['two rows, both edited', 'abcdefghijklmnopqrstuvw\rU\x1b[A\rA\x1b[B\r\n', 'AbcdefghijklmnopqrstUvw\n'],
    [
      'a prompt behind a line without an end, as zsh writes it',
      `abc#${' '.repeat(19)}\r \r\r\x1b[J$ `,
      'abc#\n$ ',
    ],
    ['a prompt at the start of a row', `#${' '.repeat(19)}\r \r\r\x1b[J$ `, '$ '],
    ['cleared', 'abc\r\n\x1b[H\x1b[2J\x1b[3Jdef\r\n', 'abc\ndef\n'],
    ['places elsewhere', 'ab\x1b[3;9Hcd\x1b[4;1Hef', 'ab\ncd\nef'],
    ['a place and back', 'ab\x1b7\x1b[9;1Hat 5%\x1b8cd', 'ab\nat 5%\ncd'],
    ['a line above plain ones', 'one\bE\r\na\r\nb\r\n\x1b[3AX\r\n', 'XnE\na\nb\n'],
    ['past the top of plain ones', 'a\r\nb\r\n\x1b[3AX\x1b[3B\r\n', 'X\nb\n\n'],
    ['several ends of lines', 'a\r\r\nb\nc', 'a\nb\nc'],
    ['lines that are drawn', '\x1b(0lqk\x1b(B x\x1b(0x\x1b(B\r\n', '┌─┐ x│\n'],
    ['lines drawn with the other set', 'q\x1b)0\x0eq\x1b[2b\x0fq\x0eq\x1b)Bq\r\n', 'q───q─q\n'],
    ['a line of them', '\x1b(0qx\r\nqx\r\n\x1b(Bqx\r\n', '─│\n─│\nqx\n'],
    ['lines drawn until a reset', '\x1b(0q\x1bcq\r\n', '─\nq\n'],
    ['bells and other character sets', '\x0ea line\x07 of words\x0f\r\n', 'a line of words\n'],
  ])('%s', (_, raw, text) => expect(textOf(raw)).toBe(text));

  it.each([
    ['what is typed behind a prompt', '$ ', 'echo\r\n', 'echo\n'],
    ['what comes into the middle', '$ helo\b', 'lo\b', 'lo'],
    ['another line from the history', '$ echo x', '\b\b\b\b\b\bls\x1b[K', 'ls'],
    ['one that begins the same', '$ echo x', '\b\b\b\b\b\becho one\x1b[K', 'one'],
    ['the same prompt, drawn again', '$ a', '\r$ ab', 'b'],
    ['the next state of a bar', '10%\r', '20%\r', '20%'],
    ['what takes something away', '$ abc', '\b\x1b[K', ''],
    ['an end of the line alone', '$ abc', '\r\n$ ', '\n$ '],
    [
      'lines above one that is open',
      'one\r\ntwo\r\n$ a',
      '\x1b[A\rX\x1b[A\rY\x1b[2B\r\n',
      '\nYne\nXwo\n$ a\n',
    ],
    ['a column that another page began', 'x\r\n$ echo ', '\r\x1b[7Cone\x1b[3Done\r\n', 'one\n'],
  ])('a page shows what changes: %s', (_, before, raw, text) => expect(textOf(raw, { before })).toBe(text));

  it('rows are as long as they were at the time', () => {
    const before = `${'a'.repeat(12)}\rb\r\n`;
    const sizes = [
      { at: 0, cols: 10, rows: 9 },
      { at: before.length, cols: 20, rows: 9 },
    ];
    const raw = Buffer.from(`${before}${before}`);
    const { text } = outputText(raw, { sizes, start: 0, before: new Uint8Array(0) });
    expect(text).toBe(`${'a'.repeat(10)}ba\nb${'a'.repeat(11)}\n`);
  });

  it.each([
    ['text that goes on', 'abc', 'def', 'abcdef'],
    ['a prompt that is drawn again', '$ abc', '\r\x1b[K$ abc', '$ abc'],
    ['a shorter one', '$ abc', '\r\x1b[K$ ', '$ '],
    ['another place in what may be the same row', '\x1b[1;1Ha', '\x1b[1;5Hb', 'a\nb'],
    ['a column further on', 'abc', '\x1b[5Gd', 'abc d'],
    ['a column that is there no more', '\x1b[15G', 'a', `${' '.repeat(9)}a`],
    ['a line above the last', 'one\r\ntwo\x1b[A\r', 'ONE', 'one\ntwo\nONE'],
    ['a line of several rows', 'a'.repeat(25), 'b', `${'a'.repeat(25)}b`],
  ])('a screen of another size: %s', (_, before, after, expected) => {
    const sizes = [
      { at: 0, cols: 20, rows: 9 },
      { at: before.length, cols: 10, rows: 5 },
    ];
    const { text } = outputText(Buffer.from(before + after), { sizes, start: 0, before: new Uint8Array(0) });
    expect(text).toBe(expected);
  });

  it.each([
    ['moves', '\x1b[999C|\r\n'],
    ['repetitions', '=\x1b[999b\r\n'],
  ])('a text stays as long as its bytes allow: %s', (_, piece) => {
    expect(textOf(piece.repeat(2000), { cols: 1000 }).length).toBeLessThan(piece.length * 2000 * 5 + 10_000);
  });

  it.each(['\x1b[P', '\x1b[@', '\x1b[1K', '\x1b[J', '\b', '\x1b[A', '\t', '\u0301', '\x1b[H', '\x07'])(
    'in bounded time: %j',
    { timeout: 20_000 },
    (piece) => {
      const raw = `${'x'.repeat(300_000)}\r${piece.repeat(200_000 / piece.length)}`;
      expect(textOf(raw, { cols: 300 }).length).toBeLessThan(raw.length * 5);
    },
  );
});

const rows = (text: string): string => text.replaceAll(/[ ]+$/gm, '').trimEnd();
/** Where a row ends among wrapped ones, and how many blanks are there, terminals see differently. */
const characters = (text: string): string => text.replaceAll(/\s/g, '');

it.each([
  ['in one row', 120, rows],
  ['in several', 12, characters],
])('edited lines are those of another terminal: %s', { tags: ['slow'] }, async (_, cols, compared) => {
  const edits = ['K', '1K', '2K', 'P', '2P', '@', '3@', '2X', 'C', '5C', '2D', 'G', '4G', '7`', '31m'];
  const piece = fc.oneof(
    fc.constantFrom(
      'a',
      'b',
      'cd',
      'xyz ',
      ' ',
      '漢',
      '🥳',
      'e\u0301',
      '\b',
      '\b\b',
      '\r',
      '\r\n',
      'q\x1b[3b',
    ),
    fc.constantFrom(...edits).map((edit) => `\x1b[${edit}`),
  );
  const check = fc.asyncProperty(fc.array(piece, { maxLength: 25 }), async (pieces) => {
    const raw = pieces.join('');
    expect(compared(textOf(raw, { cols }))).toBe(compared(await linesOf(raw, { cols, rows: 100 })));
  });
  await fc.assert(check, { numRuns: 400 });
});
