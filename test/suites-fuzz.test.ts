import { expect, it } from 'vitest';
import { fuzz } from '../fuzz/suite.ts';
import { suites } from '../fuzz/suites.ts';

const seed = 20_261_121;
/** Whichever comes first; a slow machine checks fewer of the same inputs. */
const limits = { milliseconds: 3000, inputs: 2000 };

/** The canaries run a shell for each input and have a test of their own. */
const { canary: _, ...pure } = suites;

it.each(Object.entries(pure))('%s holds for generated inputs', async (_name, { open }) => {
  const suite = await open();
  try {
    const { made, failures } = await fuzz(suite, seed, limits);
    expect(failures).toEqual([]);
    expect(made).toBeGreaterThan(0);
  } finally {
    await suite.close();
  }
});
