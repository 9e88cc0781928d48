import { messageOf, ToolFailure } from '../core/failure.ts';
import { type Outcome, outcome } from '../core/outcome.ts';
import type { Plan } from '../core/tool.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { ApprovalAnswer, ApprovalRequest, Approver } from './service.ts';

export interface Decidable {
  readonly tool: string;
  readonly plan: Plan;
  readonly context: ToolContext;
  readonly verdict: Verdict;
  readonly approver: Approver | null;
  readonly signal: AbortSignal;
}

/** Asks who can be asked about a judged plan: null when it may run, else the Outcome that says why not. */
export async function decide(call: Decidable): Promise<Outcome | null> {
  const { verdict } = call;
  switch (verdict.decision) {
    case 'allow':
      return null;
    case 'deny':
      return refuse(call, `Rejected by policy: ${verdict.reason}`, verdict);
    case 'ask':
      return call.approver === null ? nobodyToAsk(call, verdict) : ask(call, verdict, call.approver);
  }
}

function refuse({ plan }: Decidable, message: string, verdict: Verdict): Outcome {
  return outcome({
    status: 'denied',
    message,
    details: { failure: 'denied', reason: verdict.reason, rule: verdict.rule },
    display: plan.display,
  });
}

/** Nothing waits when nobody can be asked; the answer says how to allow the call. */
function nobodyToAsk({ plan }: Decidable, verdict: Verdict): Outcome {
  const [rule] = verdict.suggest;
  const how =
    rule === undefined
      ? 'run it with --yolo'
      : `add { "tool": "shell", "allow": ${JSON.stringify(rule)} } to "rules" of the configuration, or run it with --yolo`;
  return outcome({
    status: 'approval_required',
    message: `Approval required and nobody to ask: ${verdict.reason}. To allow it, ${how}.`,
    details: { failure: 'approval_required', reason: verdict.reason, suggest: verdict.suggest },
    display: plan.display,
  });
}

async function ask(call: Decidable, verdict: Verdict, approver: Approver): Promise<Outcome | null> {
  const question = questionOf(call, verdict);
  const expiry = AbortSignal.timeout(call.context.settings.approval.timeoutSeconds * 1000);
  let answer: ApprovalAnswer;
  try {
    answer = await approver.request(question, AbortSignal.any([call.signal, expiry]));
  } catch (error) {
    if (call.signal.aborted)
      throw new ToolFailure('cancelled', 'Cancelled while it waited for approval', {
        outcome: cancelled(call),
      });
    const why = expiry.aborted
      ? `no answer within ${call.context.settings.approval.timeoutSeconds} s`
      : messageOf(error);
    return refuse(call, `Rejected: ${why}.`, verdict);
  }
  const choice = question.choices.find(({ id }) => id === answer.choice);
  if (choice?.kind === 'allow_once') return null;
  const feedback = answer.feedback === undefined || answer.feedback === '' ? '' : ` ${answer.feedback}`;
  return refuse(call, `Rejected by the user.${feedback}`, verdict);
}

function cancelled({ plan }: Decidable): Outcome {
  return outcome({
    status: 'cancelled',
    message: 'Cancelled while it waited for approval.',
    display: plan.display,
  });
}

function questionOf({ tool, plan, context }: Decidable, verdict: Verdict): ApprovalRequest {
  return {
    approvalId: crypto.randomUUID(),
    tool,
    title: plan.title,
    reason: verdict.reason,
    cwd: context.workspace.cwd,
    host: context.settings.host,
    display: plan.display,
    choices: [
      { id: 'allow_once', kind: 'allow_once', label: 'Allow once' },
      { id: 'reject_once', kind: 'reject_once', label: 'Reject' },
    ],
    expiresAt: new Date(Date.now() + context.settings.approval.timeoutSeconds * 1000).toISOString(),
  };
}
