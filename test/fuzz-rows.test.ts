import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { propertySuite } from '../fuzz/property.ts';
import { keptRows } from '../fuzz/rows.ts';
import { fuzz } from '../fuzz/suite.ts';
import { suites } from '../fuzz/suites.ts';

describe.each(Object.entries(suites))('fuzz suite %s', (name, { open }) => {
  it('makes the same inputs for the same seed and others for another', { tags: ['slow'] }, async () => {
    const suite = await open();
    try {
      const [first, again, other] = [1, 1, 2].map((seed) => {
        const inputs = suite.inputs(seed);
        return Array.from({ length: 20 }, () => inputs.next().value);
      });
      expect(again).toEqual(first);
      expect(other).not.toEqual(first);
    } finally {
      await suite.close();
    }
  });

  it('holds for inputs that failed once, and for a few new ones', { tags: ['slow'] }, async () => {
    const suite = await open();
    try {
      for (const { input } of keptRows(name)) expect(await suite.check(input)).toBeNull();
      const { made, failures } = await fuzz(suite, 1, { milliseconds: 60_000, inputs: 20 });
      expect(failures).toEqual([]);
      expect(made).toBeGreaterThan(0);
    } finally {
      await suite.close();
    }
  });
});

it('an input that fails is made smaller before it is told and kept', async () => {
  const suite = await propertySuite({
    title: 'A number above 500 in a long list',
    schema: v.array(v.number()),
    arbitrary: fc.array(fc.nat({ max: 1000 }), { minLength: 3, maxLength: 50 }),
    problemOf: (list) => (list.some((one) => one > 500) ? `above 500 in ${list.length}` : null),
  }).open();
  const { failures } = await fuzz(suite, 7, { milliseconds: 60_000, inputs: 600 });
  expect(failures.length).toBeGreaterThan(1);
  for (const { input, problem } of failures) {
    expect(input).toEqual(expect.arrayContaining([501]));
    expect(input).toHaveLength(3);
    expect(problem).toBe('above 500 in 3');
  }
});
