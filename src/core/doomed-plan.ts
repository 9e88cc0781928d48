import type { Effect, EffectPath } from './effect.ts';
import type { ToolFailure } from './failure.ts';

/**
 * The plan of a call that cannot succeed. Its error message quotes the file, so it is judged as reading, and nobody is asked to approve
 * a change that will not happen.
 */
export function doomedPlan(title: string, { path, given }: EffectPath, failure: ToolFailure) {
  const effects: readonly Effect[] = [{ kind: 'read', path, given }];
  return { title, effects, run: () => Promise.reject(failure) };
}
