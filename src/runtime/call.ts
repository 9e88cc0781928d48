import type { Effect } from '../core/effect.ts';
import { ToolFailure } from '../core/failure.ts';
import { failureOutcome, type Outcome, type Presented } from '../core/outcome.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { Approvals } from './approvals/approvals.ts';
import type { Audit } from './audit/audit.ts';
import { settingsForCall } from './call-settings.ts';
import { type Decision, decide } from './decide.ts';
import type { Policy } from './policy.ts';
import type { ServiceCall } from './service.ts';
import type { SummaryRequest } from './summarize/summarize.ts';

/** Takes one of the places for calls that run, commands having their own; the returned function gives it back. */
export type TakePlace = (signal: AbortSignal, kind: 'command' | 'other') => Promise<() => void>;

/** What a call needs besides itself. */
export interface CallEnvironment {
  readonly context: ToolContext;
  readonly policy: Policy;
  readonly audit: Audit;
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
  const leave = await environment.takePlace(call.signal, tool.runsCommand ? 'command' : 'other');
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
      refusal ??
      cancelledAsFailure(
        await finished(await plan.execute(signal, call.sink, judgement.environment), {
          ...environment,
          context,
          tool: tool.name,
          signal,
        }),
        signal,
      );
    return notices.length === 0 ? outcome : { ...outcome, notices: [...notices, ...outcome.notices] };
  } catch (error) {
    if (error instanceof ToolFailure && isAnswer(error)) return failureOutcome(error);
    throw error;
  } finally {
    leave();
  }
}

/** What a tool presents as its Outcome, summarized where the configuration says so and nobody reads the bytes as they are. */
async function finished(presented: Presented, call: Omit<SummaryRequest, 'presented'>): Promise<Outcome> {
  const { settings, surface } = call.context;
  if (settings.summarize.command !== null && !surface.isText) {
    const { summarizeOutcome } = await import('./summarize/summarize.ts');
    return summarizeOutcome({ ...call, presented });
  }
  const { collected: _, ...outcome } = presented;
  return outcome;
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
