import { expect, it } from 'vitest';
import { nearest } from '../../../src/core/names/nearest.ts';

it.each([
  ['comand', 'command'],
  ['COMMAND', 'command'],
  ['timeuot', 'timeout'],
  ['x', null],
  ['nothing-like-it', null],
  // Two letters that changed places are one slip.
  ['agrv', 'argv'],
  ['commnda', 'command'],
  // As many letters differ as agree.
  ['arch', null],
  ['', null],
])('%s is near to %s', (word, meant) => {
  expect(nearest(word, ['command', 'timeout', 'argv'])).toBe(meant);
});

it('a word is nearest to the same one with accents written apart', () => {
  const [whole, apart] = ['\u1ec7\u1ebf\u1ed3', 'e\u0323\u0302e\u0302\u0301o\u0302\u0300'];
  expect(nearest(whole, ['eeo', apart])).toBe(apart);
});

it('does not compare a word of megabytes letter by letter', () => {
  expect(nearest('x'.repeat(16_000_000), ['command', 'timeout', 'argv'])).toBeNull();
});
