import { describe, expect, it } from 'vitest';
import { cutInside, cutText, firstCharacters, lastCharacters } from '../../../src/core/text/cut-text.ts';

describe('a text is cut between characters', () => {
  it.each([
    ['abc', 3, 'abc', 'abc', 'abc'],
    ['abc', 2, 'ab', 'bc', 'ab…'],
    ['abc', 0, '', '', '…'],
    ['', 0, '', '', ''],
    ['😀😀', 4, '😀😀', '😀😀', '😀😀'],
    ['😀😀', 3, '😀', '😀', '😀…'],
    ['😀😀', 2, '😀', '😀', '😀…'],
    ['😀😀', 1, '', '', '…'],
    ['\ude00a\ud83d', 2, '\ude00a', 'a\ud83d', '\ude00a…'],
  ])('%j after %i', (text, most, first, last, cut) => {
    expect(firstCharacters(text, most)).toBe(first);
    expect(lastCharacters(text, most)).toBe(last);
    expect(cutText(text, most)).toBe(cut);
  });

  it.each([
    ['abcdefghij', 10, 'abcdefghij'],
    ['abcdefghij', 8, 'abcdef… (2 more characters)ij'],
    ['😀😀😀😀', 4, '😀😀… (4 more characters)'],
  ])('%j to %i inside', (text, most, cut) => expect(cutInside(text, most)).toBe(cut));
});
