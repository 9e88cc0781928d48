import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Scan, scanBytes } from '../../src/output/scan.ts';

/** The same facts, the slow and obvious way. */
function naiveScan(bytes: Uint8Array): Scan {
  const all = [...bytes];
  const ends = all.flatMap((byte, index) => (byte === 10 ? [index] : []));
  return {
    newlines: ends.length,
    first: ends[0] ?? -1,
    last: ends.at(-1) ?? -1,
    longest: ends.slice(1).reduce((most, end, index) => Math.max(most, end - (ends[index] ?? 0) - 1), 0),
    hasEscape: all.includes(27),
    hasControl: all.some((byte) => byte === 0 || byte === 8 || byte === 13),
    hasHigh: all.some((byte) => byte > 127),
  };
}

describe('scanBytes', () => {
  it.each([
    ['nothing', []],
    ['one byte', [97]],
    ['a newline', [10]],
    ['tabs and form feeds are plain', [9, 12, 97, 9, 11]],
    ['a control in the first byte of a word', [0, 97, 97, 97, 97]],
    ['a control in the last byte of a word', [97, 97, 97, 13, 97]],
    ['only the highest byte of a word', [97, 97, 97, 255]],
    ['the lowest printable bytes', [32, 32, 32, 32, 127, 127, 127, 127]],
    ['a low byte under a printable one', [31, 32, 32, 32]],
  ])('tells %s', (_, values) => {
    const bytes = Uint8Array.from(values);
    expect(scanBytes(bytes)).toEqual(naiveScan(bytes));
  });

  it('agrees with a loop over bytes for any bytes at any alignment', () => {
    const byte = fc.oneof(
      fc.constantFrom(10, 13, 27, 8, 0, 32, 127, 128, 255),
      fc.integer({ min: 0, max: 255 }),
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 80 }), fc.integer({ min: 0, max: 7 }), (values, offset) => {
        const bytes = Uint8Array.from([...Array(offset).fill(10), ...values]).subarray(offset);
        expect(scanBytes(bytes)).toEqual(naiveScan(bytes));
      }),
      { numRuns: 2000 },
    );
  });
});
