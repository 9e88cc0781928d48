import { afterAll, beforeAll } from 'vitest';
import { type PolicyBench, policyBench } from './policy-bench.ts';

const settings = { approval: { security: 'full', ask: 'off' } } as const;

/**
 * For all tests of a suite: what becomes of a script where everything runs but what the guard refuses, and the rule `deny` if there is
 * one. `prepare` lays out the workspace.
 */
export function denyBench(
  deny: string | null,
  prepare: (bench: PolicyBench) => void = () => {},
): (script: string) => Promise<string> {
  let bench: PolicyBench;
  const rules = deny === null ? [] : [{ deny }];
  beforeAll(() => {
    bench = policyBench();
    prepare(bench);
  });
  afterAll(() => bench.remove());
  return async (script) => (await bench.judge(script, { settings, rules, protectedPaths: [] })).decision;
}
