/** One kind of generated input and what must hold of it. */
export interface FuzzSuite {
  /** What it looks for, in a few words. */
  readonly title: string;
  open(): Promise<OpenSuite>;
}

/** A suite whose folders and processes are there. Inputs are JSON values, so that one that failed can be kept as a row. */
export interface OpenSuite {
  /** Endless inputs, the same for the same seed. */
  inputs(seed: number): Iterator<unknown, never>;
  /** What is wrong with one, in words, or null. Throws for a value that is no input of this suite. */
  check(input: unknown): Promise<string | null>;
  /** A smaller input that fails too, made from the one at a place (from 0) among the inputs of a seed; null when there is none. */
  shrink?(seed: number, place: number): Promise<unknown>;
  close(): void | Promise<void>;
}

/** When a run ends: whichever comes first. */
export interface FuzzLimits {
  readonly milliseconds: number;
  readonly inputs: number;
}

export interface FuzzFailure {
  readonly seed: number;
  readonly input: unknown;
  readonly problem: string;
}

export interface FuzzReport {
  readonly made: number;
  readonly failures: readonly FuzzFailure[];
}

/** Failures after which a run ends: more of them are mostly the same one. */
const mostFailures = 10;

/** What is wrong with a generated input; a fault is too. */
async function problemOf(suite: OpenSuite, input: unknown): Promise<string | null> {
  try {
    return await suite.check(input);
  } catch (error) {
    return `a fault: ${String(error)}`;
  }
}

/** Checks generated inputs until a limit is met. */
export async function fuzz(suite: OpenSuite, seed: number, limits: FuzzLimits): Promise<FuzzReport> {
  const inputs = suite.inputs(seed);
  const end = performance.now() + limits.milliseconds;
  const failures: FuzzFailure[] = [];
  let made = 0;
  while (made < limits.inputs && performance.now() < end && failures.length < mostFailures) {
    const input = inputs.next().value;
    made += 1;
    const problem = await problemOf(suite, input);
    if (problem === null) continue;
    const smaller = (await suite.shrink?.(seed, made - 1)) ?? null;
    const reason = smaller === null ? null : await problemOf(suite, smaller);
    failures.push(reason === null ? { seed, input, problem } : { seed, input: smaller, problem: reason });
  }
  return { made, failures };
}
