import { expect, it } from 'vitest';
import { fitsLine } from '../../src/output/fits-line.ts';

// A text has two quotes besides; 6144 bytes of a line, or half of a short one, are for what is said of it.
it.each([
  ['x', 1_000_000, Number.POSITIVE_INFINITY, true],
  ['x', 60_000 - 6144 - 2, 60_000, true],
  ['x', 60_000 - 6144 - 1, 60_000, false],
  ['x', 500 - 2, 1001, true],
  ['x', 500 - 1, 1001, false],
  ['ü', 26_927, 60_000, true],
  ['ü', 26_928, 60_000, false],
  ['\x01', 8975, 60_000, true],
  ['\x01', 8976, 60_000, false],
])('%j, %d times, in a line of %d bytes: %s', (character, count, lineBytes, isFitting) => {
  expect(fitsLine(character.repeat(count), lineBytes)).toBe(isFitting);
});
