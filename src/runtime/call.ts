import type { Effect } from '../core/effect.ts';
import { ToolFailure } from '../core/failure.ts';
import { failureOutcome, type Outcome } from '../core/outcome.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Approvals } from './approvals/approvals.ts';
import { settingsForCall } from './call-settings.ts';
import { type Decision, decide } from './decide.ts';
import type { Policy } from './policy.ts';
import type { ServiceCall } from './service.ts';

/** Takes one of the places for calls that run; the returned function gives it back. */
export type TakePlace = (signal: AbortSignal) => Promise<() => void>;

/** What a call needs besides itself. */
export interface CallEnvironment {
  readonly context: ToolContext;
  readonly policy: Policy;
  approvals(): Promise<Approvals>;
  loadTool(name: string): ReturnType<typeof import('../tools/registry.ts')['loadTool']>;
  readonly takePlace: TakePlace;
  /** Told what the call is about to do, before it does. */
  planned(effects: readonly Effect[]): void;
  /** Told what was decided of it. */
  decided(decision: Decision): void;
}

/** The whole way of one call. Throws ToolFailure only for invalid input, cancellation and overload. */
export async function runCall(call: ServiceCall, environment: CallEnvironment): Promise<Outcome> {
  const tool = await environment.loadTool(call.tool);
  if (tool === null)
    throw new ToolFailure('invalid_input', `"${call.tool}" is not a tool`, {
      field: 'name',
      problem: 'is not a tool',
    });
  const context: ToolContext = {
    ...environment.context,
    settings: settingsForCall(environment.context.settings, call.input),
    caller: call.caller,
    callId: crypto.randomUUID(),
  };
  const leave = await environment.takePlace(call.signal);
  try {
    const plan = await tool.prepare(call.input, context);
    environment.planned(plan.effects);
    const { policy, approvals } = environment;
    const { input, approver, signal } = call;
    const decision = await decide({
      tool: tool.name,
      input,
      plan,
      context,
      policy,
      approvals,
      approver,
      signal,
    });
    environment.decided(decision);
    const { refusal, judgement, notices } = decision;
    const outcome =
      refusal ?? cancelledAsFailure(await plan.execute(signal, call.sink, judgement.environment), signal);
    return notices.length === 0 ? outcome : { ...outcome, notices: [...notices, ...outcome.notices] };
  } catch (error) {
    if (error instanceof ToolFailure && isAnswer(error)) return failureOutcome(error);
    throw error;
  } finally {
    leave();
  }
}

/** Whether a failure is the call's answer, not an error of the protocol. */
function isAnswer({ code }: ToolFailure): boolean {
  return (
    code === 'tool_failed' ||
    code === 'program_missing' ||
    code === 'denied' ||
    code === 'approval_required' ||
    code === 'timed_out'
  );
}

/** A call that its caller cancelled is answered as a cancellation, with what it had done so far. */
function cancelledAsFailure(outcome: Outcome, signal: AbortSignal): Outcome {
  if (!signal.aborted || outcome.status !== 'cancelled') return outcome;
  throw new ToolFailure('cancelled', outcome.message, { outcome });
}
