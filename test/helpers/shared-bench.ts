import { afterAll, beforeAll } from 'vitest';
import { type PolicyBench, policyBench } from './policy-bench.ts';

/** A bench for the tests of the surrounding block: made and laid out by `prepare` before the first of them, removed after the last. */
export function sharedBench(
  prepare: () => void | Promise<void> = () => {},
  known?: Parameters<typeof policyBench>[0],
): PolicyBench {
  const bench = {} as PolicyBench;
  beforeAll(() => {
    Object.assign(bench, policyBench(known));
    return prepare();
  });
  afterAll(() => bench.remove());
  return bench;
}
