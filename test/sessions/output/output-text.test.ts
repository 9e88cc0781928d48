import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingSaid, openBytes, outputText as textOf } from '../../../src/sessions/output/output-text.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);
const outputText = (raw: Uint8Array) => textOf(raw, null);
const terminal = { sizes: [{ at: 0, cols: 120, rows: 30 }], start: 0, before: new Uint8Array(0) };

describe('text of raw output', () => {
  it.each([
    ['plain\n', 'plain\n'],
    ['no end', 'no end'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['10%\r20%\rdone\n', 'done\n'],
    ['\x1b[31mred\x1b[0m\n', 'red\n'],
    ['\x1b]0;title\x07$ ', '$ '],
    ['hello\x1b]0;title', 'hello␛]0;title'],
    ['日\x1b[3', '日␛[3'],
    ['', ''],
  ])('%j', (raw, text) => {
    expect(outputText(bytes(raw))).toEqual({ text, isBinary: false, ...nothingSaid });
  });

  it.each([
    ['\x1b[?1049hhello', true],
    ['\x1b[5;1Hrow five', true],
    ['\x1b[12H', true],
    ['\x1b[H\x1b[2J\x1b[3J$ ', false],
    ['\x1b[2K\x1b[1A\r100%\n', false],
  ])('%j is drawn: %s', (raw, isDrawn) => {
    expect(outputText(bytes(raw)).isDrawn).toBe(isDrawn);
  });

  it('a carriage return within a line is visible', () => {
    const shown = { text: '[5\\r] ok\n', isBinary: false, ...nothingSaid, hasReturns: true };
    expect(outputText(bytes('[5\r] ok\n'))).toEqual(shown);
  });

  it('broken UTF-8 is visible', () => {
    expect(outputText(Uint8Array.of(0x61, 0xff, 0x62))).toMatchObject({ text: 'a\ufffdb', isRepaired: true });
  });

  it('binary is counted', () => {
    expect(outputText(Uint8Array.of(1, 0, 2))).toMatchObject({
      text: '[binary output: 3 bytes]',
      isBinary: true,
    });
  });

  it.each([
    ['one early NUL', '\0a\r\nb\r\n', 'a\nb\n'],
    ['names between NULs', './b1\0./b2\0\r\nvisible\r\n', './b1./b2\nvisible\n'],
    ['nothing else', '\0'.repeat(10_000), ''],
    ['short names', 'a\0b\0c\0', 'abc'],
    ['within a colour', '\x1b[\x0031mred\x1b[0m', 'red'],
    ['within a character', '\0é\0€', 'é€'],
    ['many lines behind one', `\0${'line\n'.repeat(5000)}`, 'line\n'.repeat(5000)],
  ])('NULs alone make nothing binary that was printed to a terminal: %s', (_, raw, text) => {
    expect(textOf(bytes(raw), terminal)).toMatchObject({ text, isBinary: false });
  });

  it.each([
    ['names between NULs', './b1\0./b2\0', './b1␀./b2␀'],
    ['one early NUL', '\0abc\nb\n', '␀abc\nb\n'],
    ['more NULs than a quarter', 'ab\0\0ab\0', null],
    ['UTF-16', 'a\0b\0', null],
    ['another control byte', `\0${'a'.repeat(1000)}\x01`, null],
  ])('some NULs make nothing binary of which there is no file: %s', (_, raw, text) => {
    const shown = outputText(bytes(raw));
    expect(shown.isBinary).toBe(text === null);
    if (text !== null) expect(shown.text).toBe(text);
  });

  it.each([
    ['control characters', bytes('\x01\x02\x03abc')],
    ['NULs and some control characters', bytes(`\0${'a'.repeat(80)}${'\x01'.repeat(10)}`)],
    ['a program', readFileSync(process.execPath).subarray(0, 30_000)],
  ])('what is binary is counted though it was printed to a terminal: %s', (_, raw) => {
    expect(textOf(raw, terminal)).toMatchObject({
      text: `[binary output: ${raw.length} bytes]`,
      isBinary: true,
    });
  });

  it('leaves nothing out', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[ -~\n]*$/, { maxLength: 5000 }), (text) => {
        expect(outputText(bytes(text)).text).toBe(text);
      }),
    );
  });
});

describe('bytes that belong to the next page', () => {
  it.each([
    ['abc', 0],
    ['é', 0],
    ['a\x1b', 1],
    ['a\x1b[', 2],
    ['a\x1b[31', 4],
    ['a\x1b[31m', 0],
    ['\x1b[31mred\x1b[0', 3],
    ['\x1b]0;title', 9],
    ['x\x1b]0;title\x1b', 10],
    ['x\x1b]0;title\x1b\\', 0],
    ['x\x1b]0;title\x07y', 0],
    ['\x1b[31m\n', 0],
    [`\x1b]0;${'x'.repeat(5000)}`, 0],
  ])('%j', (raw, open) => {
    expect(openBytes(bytes(raw))).toBe(open);
  });

  it.each([1, 2, 3])('%d bytes of a character of four', (count) => {
    expect(openBytes(Buffer.concat([bytes('a'), bytes('🙂').subarray(0, count)]))).toBe(count);
  });

  it('pages cut anywhere show the same text as a whole', () => {
    const piece = fc.constantFrom(
      'a',
      'é',
      '🙂',
      '\x1b[1;31m',
      '\x1b]0;t\x07',
      '\x1b]8;;u\x1b\\',
      '\x1b(B',
      '\n',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 9 })),
        (pieces, sizes) => {
          const raw = bytes(pieces.join(''));
          let text = '';
          let from = 0;
          let to = 0;
          for (const size of sizes) {
            to = Math.min(raw.length, to + size);
            const page = raw.subarray(from, to);
            const end = page.length - openBytes(page);
            text += outputText(page.subarray(0, end)).text;
            from += end;
          }
          text += outputText(raw.subarray(from)).text;
          expect(text).toBe(outputText(raw).text);
        },
      ),
    );
  });
});
