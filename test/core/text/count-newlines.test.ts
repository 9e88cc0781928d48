import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countNewlines } from '../../../src/core/text/count-newlines.ts';

const plainly = (bytes: Uint8Array): number => bytes.filter((byte) => byte === 10).length;
/** Newlines, what differs from them by one bit or by one, and what carries into the next byte. */
const byte = fc.oneof(
  fc.constantFrom(10, 10, 10, 0, 9, 11, 0x8a, 0x7f, 0x80, 0xff),
  fc.integer({ min: 0, max: 255 }),
);

it('counts as one by one, wherever the bytes lie in their buffer', () => {
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 70 }), fc.nat(9), fc.nat(9), (given, from, less) => {
      const bytes = Uint8Array.from(given).subarray(from, Math.max(from, given.length - less));
      expect(countNewlines(bytes)).toBe(plainly(bytes));
    }),
  );
});

it.each([0, 1, 4, 1019, 1020, 1021, 1024, 4 * 255 * 3 + 2, 100_003])('counts %i newlines', (length) => {
  expect(countNewlines(new Uint8Array(length).fill(10))).toBe(length);
  expect(countNewlines(new Uint8Array(length + 3).fill(10).subarray(3))).toBe(length);
  expect(countNewlines(new Uint8Array(length).fill(0x8a))).toBe(0);
});
