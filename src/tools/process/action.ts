import type { Display } from '../../core/content.ts';
import type { Effect } from '../../core/effect.ts';
import type { Outcome } from '../../core/outcome.ts';

/** What an action is about to do, and the closure that does it. */
export interface ActionPlan {
  readonly title: string;
  readonly effects: readonly Effect[];
  readonly display: readonly Display[];
  run(signal: AbortSignal): Promise<Outcome>;
}
