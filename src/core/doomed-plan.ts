import type { Effect, EffectPath } from './effect.ts';
import type { ToolFailure } from './failure.ts';

/**
 * The plan of a call that cannot succeed. What it would tell was read from the file, so it is judged as reading, and no
 * person is asked to allow a change that will not come.
 */
export function doomedPlan(title: string, { path, given }: EffectPath, failure: ToolFailure) {
  const effects: readonly Effect[] = [{ kind: 'read', path, given }];
  return { title, effects, run: () => Promise.reject(failure) };
}
