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

it('does not compare a word of megabytes letter by letter', () => {
  expect(nearest('x'.repeat(16_000_000), ['command', 'timeout', 'argv'])).toBeNull();
});
