import { type FailureCode, ToolFailure } from '../../core/failure.ts';
import { failureOutcome, type Outcome } from '../../core/outcome.ts';
import { isRecord } from '../../core/record.ts';
import { type CallEnvironment, runCall } from '../call.ts';
import type { Decision } from '../decide.ts';
import type { ServiceCall } from '../service.ts';
import { elapsedMs } from './elapsed.ts';
import type { AuditEntry } from './entry.ts';

/** How a call ended, as the trail tells it. */
type Ending = Pick<AuditEntry, 'status' | 'exitCode' | 'bytes' | 'durationMs'>;

/**
 * One call and its line in the audit trail, which is written once the answer is there. Throws as the call does; a trail
 * that is required and cannot be written refuses the call.
 */
export async function auditedCall(
  call: ServiceCall,
  environment: Omit<CallEnvironment, 'decided'>,
): Promise<Outcome> {
  const { audit } = environment;
  const time = new Date().toISOString();
  const startedAt = performance.now();
  const decisions: Decision[] = [];
  let node: string | null = null;
  let note: string | null = null;
  const entry = (ending: Ending): AuditEntry => ({
    time,
    ...entryOf(call, environment.context.workspace.cwd, decisions[0] ?? null),
    node,
    ...ending,
  });
  const record = (ending: Omit<Ending, 'durationMs'>): Promise<string | null> =>
    audit.record(entry({ ...ending, durationMs: elapsedMs(startedAt) }), note);
  const run = async (): Promise<Outcome> => {
    const refusal = await audit.check();
    if (refusal !== null) return failureOutcome(refusal);
    return runCall(call, {
      ...environment,
      planned: (effects, where) => {
        node = where ?? node;
        environment.planned(effects, node);
      },
      decided: (decision) => {
        decisions.push(decision);
        if (decision.refusal !== null) return;
        note ??= audit.begin(entry({ status: 'lost', exitCode: null, bytes: 0, durationMs: null }));
        setImmediate(() => audit.warmUp(call.input).catch(() => {}));
      },
    });
  };
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    await record({ status: codeOf(error, call.signal), exitCode: null, bytes: 0 });
    throw error;
  }
  const notice = await record(endingOf(outcome));
  return notice === null ? outcome : { ...outcome, notices: [...outcome.notices, notice] };
}

/** What a call that was thrown out of failed by; one that was ended says itself what for, for example to ask somebody first. */
function codeOf(error: unknown, { reason }: AbortSignal): FailureCode {
  if (!(error instanceof ToolFailure)) return 'internal';
  return error.code === 'cancelled' && reason instanceof ToolFailure ? reason.code : error.code;
}

function entryOf({ tool, input, caller }: ServiceCall, cwd: string, decision: Decision | null) {
  const { frontend, client } = caller;
  return {
    frontend,
    client,
    tool,
    input,
    cwd,
    // Where somebody was asked, that is the verdict; a rule that came of the answer allows only from the next call on.
    decision: decision === null ? null : decision.approver === null ? decision.judgement.decision : 'ask',
    reason: decision?.judgement.reason ?? null,
    rule: decision?.judgement.rule ?? null,
    approver: decision?.approver ?? null,
    approvalId: decision?.approvalId ?? null,
  };
}

function endingOf({ status, content, details }: Outcome): Omit<Ending, 'durationMs'> {
  const { exitCode, output } = details;
  return {
    status,
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    bytes: bytesOf(output) ?? payloadBytes(content),
  };
}

function payloadBytes(content: Outcome['content']): number {
  return content.reduce((sum, item) => {
    if (item.type === 'text') return sum + Buffer.byteLength(item.text);
    return sum + Buffer.byteLength(item.type === 'image' ? item.data : item.resource.blob, 'base64');
  }, 0);
}

/** Bytes that a command printed, on one stream or two; null when it is none. */
function bytesOf(output: unknown): number | null {
  if (!isRecord(output)) return null;
  const { bytes, stdout, stderr } = output;
  if (typeof bytes === 'number') return bytes;
  const parts = [stdout, stderr].map(bytesOf);
  return parts.every((part) => part === null)
    ? null
    : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}
