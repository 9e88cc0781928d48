import { type Outcome, outcome } from '../core/outcome.ts';
import { sourcePlace } from '../core/source-place.ts';
import type { Plan } from '../core/tool.ts';
import type { Judgement } from '../policy/judge.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { Place } from './limits.ts';
import type { Policy } from './policy.ts';
import type { Approver } from './service.ts';

/** A question about a call that is put to a person. */
export interface AskedAbout {
  readonly reason: string;
  readonly approvalId: string;
  /** Who answered it, null as long as nobody has. */
  readonly approver: string | null;
}

/** A planned call that is to be decided. */
export interface Decidable {
  readonly tool: string;
  readonly input: unknown;
  readonly plan: Plan;
  readonly context: ToolContext;
  readonly policy: Policy;
  /** Opened only when something must be asked. */
  approvals(): Promise<Approvals>;
  readonly approver: Approver | null;
  readonly signal: AbortSignal;
  /** Waits for a person without keeping others from running. */
  readonly aside: Place['aside'];
  /** Told of a question when it is put to a person. */
  asked(about: AskedAbout): void;
}

/** What was decided of a call, by what and by whom. */
export interface Decision {
  /** The last judgement; its environment is what the call must run under. */
  readonly judgement: Judgement;
  /** Why it does not run; null when it may. */
  readonly refusal: Outcome | null;
  /** Who answered, null when nobody was asked. */
  readonly approver: string | null;
  readonly approvalId: string | null;
  /** What the caller is to be told besides. */
  readonly notices: readonly string[];
}

/** A decision to run. */
export function runs(judgement: Judgement): Decision {
  return { judgement, refusal: null, approver: null, approvalId: null, notices: [] };
}

/** A decision to refuse, with the rule it rests on and its place. */
export function denied({ plan }: Decidable, judgement: Judgement, message: string): Decision {
  const { reason, rule } = judgement;
  return {
    ...runs(judgement),
    refusal: outcome({
      status: 'denied',
      message,
      details: { failure: 'denied', reason, rule },
      display: plan.display,
    }),
  };
}

/** A decision to refuse what policy denies. */
export function deniedByPolicy(call: Decidable, judgement: Judgement): Decision {
  return denied(call, judgement, `Rejected by policy: ${judgement.reason}${placeOf(judgement)}`);
}

/**
 * Judges a plan, and asks who can be asked when policy says so. Throws `cancelled` when the call is cancelled while it waits, and
 * what the plan cannot run for: nobody is asked about that, but what policy denies is not looked up for whoever may not have it.
 */
export async function decide(call: Decidable): Promise<Decision> {
  const judgement = await call.policy.judge(call.plan.effects, call.context);
  if (judgement.decision === 'deny') return deniedByPolicy(call, judgement);
  if (call.plan.fault) throw call.plan.fault;
  switch (judgement.decision) {
    case 'allow':
      return runs(judgement);
    case 'ask': {
      const { settleAsk } = await import('./approvals/settle.ts');
      return settleAsk(call, judgement, await call.approvals());
    }
  }
}

/** The place of the rule a refusal rests on; built-in reasons say all themselves. */
function placeOf({ rule }: Judgement): string {
  if (rule === null || rule.source === 'built-in') return '.';
  return ` (${sourcePlace(rule)}).`;
}
