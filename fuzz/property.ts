import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import type { FuzzSuite } from './suite.ts';

/** Inputs made at a time; each block has a seed of its own. */
const blockInputs = 200;
/** Milliseconds to look for a smaller input that fails as well. */
const shrinkMs = 10_000;

/** What the inputs of one run share. */
export interface Bench<T> {
  /** What is wrong with an input, in words, or null. May throw, which is a failure too. */
  problemOf(input: T): string | null | Promise<string | null>;
  close?(): void | Promise<void>;
}

interface Property<T> {
  readonly title: string;
  readonly schema: v.GenericSchema<unknown, T>;
  readonly arbitrary: fc.Arbitrary<T>;
}

/** A suite of inputs that need a folder or a process: `open` makes it once for a run. */
export function benchSuite<T>(suite: Property<T> & { open(): Promise<Bench<T>> }): FuzzSuite {
  const seedOf = (seed: number, block: number): number => (seed + block * 7919) | 0;
  function* inputs(seed: number): Generator<T, never> {
    for (let block = 0; ; block += 1)
      yield* fc.sample(suite.arbitrary, { seed: seedOf(seed, block), numRuns: blockInputs });
  }
  const open = async () => {
    const bench = await suite.open();
    const check = async (input: unknown): Promise<string | null> => {
      const given = v.parse(suite.schema, input);
      try {
        return await bench.problemOf(given);
      } catch (error) {
        return `it threw ${String(error)}`;
      }
    };
    const shrink = async (seed: number, place: number): Promise<T | null> => {
      const holds = fc.asyncProperty(suite.arbitrary, async (input) => (await check(input)) === null);
      const { counterexample } = await fc.check(holds, {
        seed: seedOf(seed, Math.floor(place / blockInputs)),
        path: String(place % blockInputs),
        interruptAfterTimeLimit: shrinkMs,
      });
      return counterexample?.[0] ?? null;
    };
    return { inputs, check, shrink, close: () => bench.close?.() };
  };
  return { title: suite.title, open };
}

/** A suite of inputs that need no folder and no process. */
export function propertySuite<T>({
  problemOf,
  ...suite
}: Property<T> & Pick<Bench<T>, 'problemOf'>): FuzzSuite {
  return benchSuite({ ...suite, open: async () => ({ problemOf }) });
}

/** A suite whose inputs get an empty folder of the run's own, which is removed at its end; they may leave files in it. */
export function folderSuite<T>({
  problemOf,
  ...suite
}: Property<T> & {
  problemOf(input: T, folder: string): string | null | Promise<string | null>;
}): FuzzSuite {
  return benchSuite({
    ...suite,
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'agent-tools-fuzz-'));
      return {
        problemOf: (input) => problemOf(input, folder),
        close: () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  });
}
