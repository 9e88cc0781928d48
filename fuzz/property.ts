import fc from 'fast-check';
import * as v from 'valibot';
import type { FuzzSuite } from './suite.ts';

/** Inputs made at a time; each block has a seed of its own. */
const blockInputs = 200;

/** A suite of inputs that need no folder and no process; `problemOf` may throw, which is a failure too. */
export function propertySuite<T>(suite: {
  readonly title: string;
  readonly schema: v.GenericSchema<unknown, T>;
  readonly arbitrary: fc.Arbitrary<T>;
  readonly problemOf: (input: T) => string | null | Promise<string | null>;
}): FuzzSuite {
  function* inputs(seed: number): Generator<T, never> {
    for (let block = 0; ; block += 1) {
      yield* fc.sample(suite.arbitrary, { seed: (seed + block * 7919) | 0, numRuns: blockInputs });
    }
  }
  const check = async (input: unknown): Promise<string | null> => {
    const given = v.parse(suite.schema, input);
    try {
      return await suite.problemOf(given);
    } catch (error) {
      return `it threw ${String(error)}`;
    }
  };
  return { title: suite.title, open: async () => ({ inputs, check, close: () => {} }) };
}
