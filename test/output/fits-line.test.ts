import { expect, it } from 'vitest';
import { countWithin, fitsLine, fittingPage, mostThatFit } from '../../src/output/fits-line.ts';

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

it.each([
  [[], 0, 0],
  [[3, 4], 2, 0],
  [[3, 4], 6, 1],
  [[3, 4], 7, 2],
  [[3, 4, 1], 6, 1],
])('of sizes %j, within %d: the first %d', (sizes, room, count) => {
  expect(countWithin(sizes, room)).toBe(count);
});

it('never looks at a count far past what fits', () => {
  const asked: number[] = [];
  const fits = (count: number): boolean => {
    asked.push(count);
    return count <= 700;
  };
  expect(mostThatFit(1, 2_000_000, fits)).toBe(700);
  expect(Math.max(...asked)).toBeLessThan(2 * 700);
});

/** Bytes that are asked for one after another, and those of the page that is taken. */
function takePage(most: number, lineBytes: number, textOf: (bytes: number) => string) {
  const asked: number[] = [];
  const page = fittingPage(most, lineBytes, (bytes) => {
    asked.push(bytes);
    return { bytes, text: textOf(bytes) };
  });
  return { asked, taken: page.bytes };
}

const plain = (bytes: number): string => 'x'.repeat(bytes);

it.each<[string, number, number, (bytes: number) => string, readonly number[], number]>([
  ['that fits whole', 30_000, 60_000, plain, [30_000], 30_000],
  ['without a limit', 1_048_576, Number.POSITIVE_INFINITY, plain, [1_048_576], 1_048_576],
  ['that is longer than a line', 1_048_576, 60_000, plain, [32_768, 65_536], 32_768],
  [
    'that takes more on the wire',
    30_000,
    60_000,
    (bytes) => '\x01'.repeat(bytes),
    [30_000, 15_000, 7500],
    7500,
  ],
  [
    'that is shown shorter',
    131_072,
    60_000,
    (bytes) => plain(bytes / 16),
    [32_768, 65_536, 131_072],
    131_072,
  ],
  ['of little', 1_048_576, 60_000, () => 'x', [32_768, 65_536], 65_536],
  ['that never fits', 1024, 700, () => plain(9999), [512, 256], 256],
  ['that is smaller than the least', 100, 700, () => plain(9999), [100], 100],
])('of a page %s no more is made than it takes', (_, most, lineBytes, textOf, asked, taken) => {
  expect(takePage(most, lineBytes, textOf)).toEqual({ asked, taken });
});
