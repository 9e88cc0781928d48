import { type Outcome, outcome } from '../core/outcome.ts';
import { sourcePlace } from '../core/source-place.ts';
import type { Plan } from '../core/tool.ts';
import type { Judgement } from '../policy/judge.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { Place } from './limits.ts';
import type { Policy } from './policy.ts';
import type { Approver } from './service.ts';

/** A question to a person about a call. */
export interface AskedAbout {
  readonly reason: string;
  readonly approvalId: string;
  /** Who answered; null until somebody has. */
  readonly approver: string | null;
}

/** A planned call to decide. */
export interface Decidable {
  readonly tool: string;
  readonly input: unknown;
  readonly plan: Plan;
  readonly context: ToolContext;
  readonly policy: Policy;
  /** Loaded only if something must be asked. */
  approvals(): Promise<Approvals>;
  readonly approver: Approver | null;
  readonly signal: AbortSignal;
  /** Waits for a person without taking up a place. */
  readonly aside: Place['aside'];
  /** Called when a person is asked. */
  asked(about: AskedAbout): void;
}

/** The decision on a call, and what it is based on. */
export interface Decision {
  /** The last judgement, with the environment that the call must run in. */
  readonly judgement: Judgement;
  /** The answer if the call does not run; null if it may. */
  readonly refusal: Outcome | null;
  /** Who answered; null if nobody was asked. */
  readonly approver: string | null;
  readonly approvalId: string | null;
  /** Further notices for the caller. */
  readonly notices: readonly string[];
}

/** A decision to run. */
export function runs(judgement: Judgement): Decision {
  return { judgement, refusal: null, approver: null, approvalId: null, notices: [] };
}

/** A decision to deny, with the rule behind it. */
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

/** A decision to deny by policy. */
export function deniedByPolicy(call: Decidable, judgement: Judgement): Decision {
  return denied(call, judgement, `Rejected by policy: ${judgement.reason}${placeOf(judgement)}`);
}

/**
 * Judges a plan, and asks the approver if policy says so. Throws `cancelled` if the call is cancelled while it waits, and the plan's
 * fault before anybody is asked; what policy denies does not learn of a fault.
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

/** The place of the rule behind a denial; built-in reasons need none. */
function placeOf({ rule }: Judgement): string {
  if (rule === null || rule.source === 'built-in') return '.';
  return ` (${sourcePlace(rule)}).`;
}
