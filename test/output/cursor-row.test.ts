import { describe, expect, it } from 'vitest';
import { outputText } from '../../src/sessions/output/output-text.ts';

interface Size {
  readonly cols?: number;
  readonly rows?: number;
}

function textOf(raw: string, { cols = 20, rows = 9 }: Size = {}): string {
  const terminal = { sizes: [{ at: 0, cols, rows }], start: 0, before: Buffer.alloc(0) };
  return outputText(Buffer.from(raw), terminal).text;
}

describe('a line goes on at a place further on in its row', () => {
  it.each<[string, string, string, Size?]>([
    ['behind a blank that is skipped', '\x1b[1;1Ha 😀\x1b[1;6Hb\r\n', 'a 😀 b\n'],
    ['right behind', '\x1b[1;1H→\x1b[1;2H“\x1b[1;3fé\x1b[1;4Hx\r\n', '→“éx\n'],
    ['behind a mark', '\x1b[1;1He\u0301\x1b[1;2Ht\x1b[1;3He\u0301\x1b[1;5Hx\r\n', 'e\u0301te\u0301 x\n'],
    ['behind joined characters', '\x1b[1;1H👨\x1b[1;3H\u200d👩\x1b[1;6Hx\r\n', '👨\u200d👩 x\n'],
    ['behind what counts for more elsewhere', '\x1b[1;1H🇫\x1b[1;3H🇷\x1b[1;6Hx\r\n', '🇫 🇷  x\n'],
    ['by default numbers', '\x1b[Ha\x1b[;3Hb', 'a b'],
    ['in the rows below', '\x1b[1;1Ha\r\né\x1b[2;3Hb\r\n漢字\r\n→\x1b[4;3Hc', 'a\né b\n漢字\n→ c'],
    ['behind tabs', '\x1b[1;1Ha\r\n\tb\r\nc\x1b[3;3Hd', 'a\n\tb\nc d'],
    ['in a cleared screen', '\x1b[H\x1b[2Ja\x1b[1;3Hb', 'a b'],
    ['in a row that is reached by VT and FF', '\x1b[1;1Ha\vb\fc\x1b[3;5Hd', 'a\nb\nc d'],
    ['in the row that a line grows into', '\x1b[1;1Habcdef\x1b[2;4Hg', 'abcdef g', { cols: 4 }],
    [
      'in the last row, which newlines do not leave',
      '\x1b[2;1Ha\r\nb\r\nc\x1b[2;3Hd',
      'a\nb\nc d',
      { rows: 2 },
    ],
    ['in the last row, by a number past it', '\x1b[9;1Ha\x1b[99;3Hb', 'a b'],
    ['in the last row of margins', '\x1b[1;3r\x1b[3;1Ha\r\nb\x1b[3;3Hc', 'a\nb c'],
    ['below margins', '\x1b[1;3r\x1b[5;1Ha\r\nb\x1b[6;3Hc', 'a\nb c'],
    ['below margins that are gone', '\x1b[1;3r\x1b[r\x1b[3;1Ha\r\nb\x1b[4;3Hc', 'a\nb c'],
    ['below margins that a reset takes away', '\x1b[1;3r\x1bc\x1b[3;1Ha\r\nb\x1b[4;3Hc', 'a\nb c'],
  ])('%s', (_, raw, text, size = {}) => expect(textOf(raw, size)).toBe(text));
});

describe('elsewhere a line begins', () => {
  it.each<[string, string, string, Size?]>([
    ['in another row', '\x1b[1;1Ha\x1b[2;3Hb', 'a\nb'],
    ['before what was printed', '\x1b[1;1Hab\x1b[1;2Hc', 'ab\nc'],
    ['where no place was named', 'a\x1b[1;3Hb', 'a\nb'],
    ['below the last row of margins', '\x1b[1;3r\x1b[3;1Ha\r\nb\x1b[4;3Hc', 'a\nb\nc'],
    ['where whole lines took more rows', '\x1b[1;1Ha\r\nbcdef\r\ng\x1b[3;3Hh', 'a\nbcdef\ng\nh', { cols: 4 }],
    ['where wide ones did', '\x1b[1;1Ha\r\n漢字漢\r\ng\x1b[3;3Hh', 'a\n漢字漢\ng\nh', { cols: 4 }],
    ['where tabs may have', '\x1b[1;1Ha\r\n\t\t\tb\r\nc\x1b[3;3Hd', 'a\n\t\t\tb\nc\nd'],
    ['below a move by rows', '\x1b[1;1Ha\x1b[Bb\x1b[1;5Hc', 'a\nb\nc'],
    ['below a scroll', '\x1b[1;1Ha\x1b[Sb\x1b[1;5Hc', 'a\nb\nc'],
    ['below inserted lines', '\x1b[1;1Ha\x1b[Lb\x1b[1;5Hc', 'a\nb\nc'],
    ['on another screen', '\x1b[1;1Ha\x1b[?1049hb\x1b[1;5Hc', 'a\nb\nc'],
    ['behind a place that was kept', '\x1b[1;1Ha\x1b7\x1b[2;1Hb\x1b8c\x1b[2;5Hd', 'a\nb\nc\nd'],
  ])('%s', (_, raw, text, size = {}) => expect(textOf(raw, size)).toBe(text));

  it.each([
    ['the row is unknown', '\x1b[1;1Ha\r\n', 'b\x1b[2;5Hc', 'a\nb\nc'],
    ['margins are gone', '\x1b[1;3r\x1b[3;1Ha\r\n', '\x1b[3;1Hb\r\nc\x1b[4;3Hd', 'a\nb\nc d'],
  ])('when the size has changed: %s', (_, first, second, text) => {
    const sizes = [
      { at: 0, cols: 20, rows: 9 },
      { at: first.length, cols: 30, rows: 9 },
    ];
    const terminal = { sizes, start: 0, before: Buffer.alloc(0) };
    expect(outputText(Buffer.from(first + second), terminal).text).toBe(text);
  });
});
