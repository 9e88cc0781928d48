import type { Effect } from '../../core/effect.ts';
import type { Outcome } from '../../core/outcome.ts';

/** What an action is about to do, and the closure that does it. */
export interface SkillPlan {
  readonly title: string;
  readonly effects: readonly Effect[];
  readonly display: readonly [];
  run(): Promise<Outcome>;
}
