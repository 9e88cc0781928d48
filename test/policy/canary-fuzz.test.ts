import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CanaryBench, ways } from '../../fuzz/canary.ts';
import { fuzz } from '../../fuzz/suite.ts';
import { canarySeeds } from '../helpers/canary.ts';

const seed = 20_261_121;
/** Whichever comes first: a fast machine makes the same snippets every time, a slow one as many of them as it can. */
const limits = { milliseconds: 15_000, inputs: 100_000 };

const seeds = canarySeeds();
let bench: CanaryBench;

beforeAll(() => {
  bench = new CanaryBench();
});
afterAll(() => bench.close());

describe('canaries', () => {
  it('knows seeds that run canaries and seeds that are allowed', async () => {
    const verdicts = await Promise.all(seeds.map((text) => bench.judge(text)));
    expect(verdicts.filter(({ decision }) => decision === 'allow').length).toBeGreaterThan(60);
    const risky = seeds.filter((text) => text.includes('cn1'));
    let sang = 0;
    for (const text of risky) {
      const ran = await bench.run(text);
      if (ran.some(([name]) => name === 'cn1')) sang += 1;
    }
    expect(sang).toBeGreaterThan(risky.length / 2);
  });

  it.each(seeds)('%j runs nothing unseen', async (text) => {
    for (const way of ways) expect(await bench.check({ text, ...way })).toBeNull();
  });

  it('finds no escape among mutants', { timeout: limits.milliseconds + 60_000 }, async () => {
    const before = bench.allowed;
    const { failures } = await fuzz(bench, seed, limits);
    expect(failures).toEqual([]);
    expect(bench.allowed).toBeGreaterThan(before);
  });
});
