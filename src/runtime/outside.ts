import { isFailure, messageOf } from '../core/failure.ts';
import { addNotices, type Outcome } from '../core/outcome.ts';
import { isRecord } from '../core/record.ts';
import type { Tool } from '../core/tool.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { Decidable, Decision } from './decide.ts';
import type { ServiceCall } from './service.ts';

/** What is needed to run a call again that failed in the sandbox. */
export interface OutsideParts extends Pick<Decidable, 'context' | 'policy' | 'aside' | 'asked'> {
  readonly tool: Tool<ToolContext>;
  readonly call: ServiceCall;
  approvals(): Promise<Approvals>;
  decided(decision: Decision): void;
}

/** What the sandbox refused, from the outcome of a failed command; null if nothing is known. */
export function refusedBySandbox({ isError, details }: Outcome): string | null {
  if (!isError || !isRecord(details.sandbox)) return null;
  const { refused } = details.sandbox;
  if (!Array.isArray(refused) || refused.length === 0) return null;
  return refused
    .map(({ what, path }: { readonly what: string; readonly path?: string }) =>
      path === undefined ? what : `${what} ${path}`,
    )
    .join(', ');
}

/**
 * Offers to run a command outside that failed because of the sandbox, as a usual approval. If nobody can answer while the call waits,
 * only a notice says how. What policy denies outside is not offered.
 */
export async function offerOutside(failed: Outcome, refused: string, parts: OutsideParts): Promise<Outcome> {
  const { tool, call, context, policy } = parts;
  const told = (notice: string): Outcome => addNotices(failed, [notice]);
  const hint = `The sandbox refused: ${refused}. With host "local" the command runs outside, if that is allowed`;
  const { settings, surface } = context;
  const isThere = call.approver !== null && call.approver.isAskedAnew !== true;
  const isAsked = isThere && settings.approval.ask !== 'off' && surface.stdin === null;
  if (!isAsked) return told(hint);
  const input = { ...Object(call.input), host: 'local' };
  delete input.node;
  try {
    const prepared = await tool.prepare(input, context);
    const move = { kind: 'move' as const, from: 'sandbox', to: 'local' };
    const plan = { ...prepared, effects: [...prepared.effects, move] };
    const judgement = await policy.judge(plan.effects, context);
    if (judgement.decision === 'deny') return told(hint);
    if (plan.fault) throw plan.fault;
    const { settleAsk } = await import('./approvals/settle.ts');
    const reason = `It failed in the sandbox, which refused: ${refused}. Run it again outside?`;
    const { approvals, decided, aside, asked } = parts;
    const { approver, signal, sink } = call;
    const decision = await settleAsk(
      { plan, context, policy, tool: tool.name, input, approvals, approver, signal, aside, asked },
      { ...judgement, decision: 'ask', reason },
      await approvals(),
    );
    decided({ ...decision, judgement: { ...decision.judgement, reason } });
    if (decision.refusal !== null) return told(`${hint}; that was not allowed`);
    const outcome = await plan.execute(signal, sink, decision.judgement.environment);
    const { collected: _, ...rest } = outcome;
    const notice = `It failed in the sandbox first, which refused: ${refused}; this is its run outside`;
    return { ...rest, notices: [notice, ...decision.notices, ...rest.notices] };
  } catch (error) {
    if (isFailure(error, 'cancelled')) throw error;
    return told(`${hint}; it was not run again: ${messageOf(error)}`);
  }
}
