import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FirstNames } from '../../src/tools/glob/first-names.ts';

describe('FirstNames', () => {
  it('keeps what sorting everything would put first, and counts all', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 5 }), (names, limit) => {
        const first = new FirstNames(limit);
        for (const name of names) first.add(name);
        expect(first.names()).toEqual([...names].sort().slice(0, limit));
        expect(first.total).toBe(names.length);
      }),
    );
  });
});
