import { describe, expect, it } from 'vitest';
import { clipLine } from '../../../src/core/text/clip-line.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');

describe('a line is cut after so many characters, and the bytes of the rest are named', () => {
  it.each([
    ['a short one', utf8('abc'), 3, 0, null],
    ['a longer one', utf8('abcd'), 3, 0, 'abc[… 1 more bytes]'],
    ['one of which only the start is there', utf8('abcdefghijkl'), 3, 88, 'abc[… 97 more bytes]'],
    ['three characters of two bytes', utf8('ééé'), 3, 0, null],
    ['four characters of two bytes', utf8('éééé'), 3, 0, 'ééé[… 2 more bytes]'],
    ['three characters beyond 16 bits', utf8('😀😀😀'), 3, 0, null],
    ['four characters beyond 16 bits', utf8('😀😀😀😀'), 3, 0, '😀😀😀[… 4 more bytes]'],
    ['bytes that are no UTF-8', latin('\xe9\xe9\xe9\xe9x'), 3, 0, '\ufffd\ufffd\ufffd[… 2 more bytes]'],
    ['bytes that only continue', latin('\x80\x80\x80\x80'), 3, 0, '\ufffd\ufffd\ufffd[… 1 more bytes]'],
    ['half a character at the end', latin('ab\xf0\x9f'), 4, 0, null],
  ])('%s', (_name, bytes, chars, dropped, expected) => {
    expect(clipLine(bytes, chars, bytes.length + dropped)).toBe(expected);
  });
});
