import { expect, it } from 'vitest';
import { fitsLine, mostThatFit } from '../../src/output/fits-line.ts';

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

it.each([
  [0, 1, 9, 0],
  [0, 2, 0, 0],
  [0, 10, 4, 4],
  [0, 10, 9, 9],
  [1, 10, 0, 1],
  [1, 3, 2, 2],
])('of %d to below %d, where up to %d fit: %d', (least, all, fitting, most) => {
  expect(mostThatFit(least, all, (count) => count <= fitting)).toBe(most);
});
