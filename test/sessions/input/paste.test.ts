import { describe, expect, it } from 'vitest';
import { encodePaste } from '../../../src/sessions/input/paste.ts';

const sent = (text: string, bracketed: boolean): string =>
  Buffer.from(encodePaste(text, bracketed)).toString();

describe('a bracketed paste', () => {
  it.each([
    ['one line', 'one line'],
    ['a\nb\r\nc\r', 'a\rb\rc\r'],
    ['\ttabs\v\f', '\ttabs\v\f'],
    ['\x1b[31mred\x1b[0m', '\x1b[31mred\x1b[0m'],
    ['\x1b[200~', '\x1b[200~'],
    ['\x1b[201', '\x1b[201'],
    ['', ''],
  ])('of %j', (text, between) => {
    expect(sent(text, true)).toBe(`\x1b[200~${between}\x1b[201~`);
  });

  it.each([
    ['its own end', 'a\x1b[201~b', /holds the mark/],
    ['an interrupt', 'a\x03rm x\r', /holds control characters/],
    ['a quit, which bash drops the rest before', 'a\x1crm x\r', /holds control characters/],
    ['a stop', 'a\x1arm x\r', /holds control characters/],
    ['the end of input', '\x04', /holds control characters/],
    ['the killing of a line', '\x15', /holds control characters/],
    ['an erased character', '\x7f', /holds control characters/],
    ['a NUL', '\0', /holds control characters/],
  ])('refuses %s', (_, text, problem) => {
    expect(() => encodePaste(text, true)).toThrow(problem);
  });
});

it('is sent as typed when it is not bracketed', () => {
  expect(sent('a\nb\x03', false)).toBe('a\rb\x03');
});
