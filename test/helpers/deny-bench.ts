import { type PolicyBench, yolo } from './policy-bench.ts';
import { sharedBench } from './shared-bench.ts';

/**
 * For all tests of a suite: what becomes of a script where everything runs but what the guard refuses, and the rule `deny` if there is
 * one. `prepare` lays out the workspace.
 */
export function denyBench(
  deny: string | null,
  prepare: (bench: PolicyBench) => void = () => {},
): (script: string) => Promise<string> {
  const rules = deny === null ? [] : [{ deny }];
  const bench = sharedBench(() => prepare(bench));
  return (script) => bench.decide(script, { settings: yolo, rules, protectedPaths: [] });
}
