import { describe, expect, it } from 'vitest';
import { keptRows } from '../fuzz/rows.ts';
import { fuzz } from '../fuzz/suite.ts';
import { suites } from '../fuzz/suites.ts';

describe.each(Object.entries(suites))('fuzz suite %s', (name, { open }) => {
  it('makes the same inputs for the same seed and others for another', async () => {
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

  it('holds for inputs that failed once, and for a few new ones', async () => {
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
