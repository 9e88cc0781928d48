import { type FailureCode, ToolFailure } from '../../core/failure.ts';
import { addNotices, failureOutcome, type Outcome } from '../../core/outcome.ts';
import { isRecord } from '../../core/record.ts';
import { type CallEnvironment, runCall } from '../call.ts';
import type { AskedAbout, Decision } from '../decide.ts';
import type { ServiceCall } from '../service.ts';
import { elapsedMs } from './elapsed.ts';
import type { AuditEntry } from './entry.ts';

/** The decision on a call, for the trail. */
type Verdict = Pick<AuditEntry, 'decision' | 'reason' | 'rule' | 'approver' | 'approvalId'>;

/** How a call ended, for the trail. */
type Ending = Pick<AuditEntry, 'status' | 'exitCode' | 'bytes' | 'durationMs'>;

/**
 * Runs a call and writes its line in the audit trail once the answer is there. Throws as the call does; a required trail that cannot be
 * written denies the call.
 */
export async function auditedCall(
  call: ServiceCall,
  environment: Omit<CallEnvironment, 'decided' | 'asked'>,
): Promise<Outcome> {
  const { audit } = environment;
  const time = new Date().toISOString();
  const startedAt = performance.now();
  const verdicts: Verdict[] = [];
  let node: string | null = null;
  let note: string | null = null;
  const entry = (ending: Ending): AuditEntry => ({
    time,
    ...entryOf(call, environment.context.workspace.cwd),
    ...counted(verdicts),
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
        verdicts.push(verdictOf(decision));
        if (decision.refusal !== null) return;
        note ??= audit.begin(entry({ status: 'lost', exitCode: null, bytes: 0, durationMs: null }));
        setImmediate(() => audit.warmUp(call.input).catch(() => {}));
      },
      asked: (about) => verdicts.push(questionOf(about)),
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
  return notice === null ? outcome : addNotices(outcome, [notice]);
}

/** The failure code of a call that threw; for a cancelled one, the abort reason's if that is a ToolFailure (asking first, for example). */
function codeOf(error: unknown, { reason }: AbortSignal): FailureCode {
  if (!(error instanceof ToolFailure)) return 'internal';
  return error.code === 'cancelled' && reason instanceof ToolFailure ? reason.code : error.code;
}

function entryOf({ tool, input, caller }: ServiceCall, cwd: string) {
  const { frontend, client } = caller;
  return { frontend, client, tool, input, cwd };
}

const notJudged: Verdict = { decision: null, reason: null, rule: null, approver: null, approvalId: null };

/**
 * The verdict to record: the last one other than allow. An allowed call may still be asked about by its node, or before it runs outside
 * the sandbox.
 */
function counted(verdicts: readonly Verdict[]): Verdict {
  return verdicts.findLast(({ decision }) => decision !== 'allow') ?? verdicts[0] ?? notJudged;
}

function verdictOf({ judgement, approver, approvalId }: Decision): Verdict {
  const { decision, reason, rule } = judgement;
  // If somebody was asked, that is the verdict; a rule stored with the answer applies only to later calls.
  return { decision: approver === null ? decision : 'ask', reason, rule, approver, approvalId };
}

function questionOf(about: AskedAbout): Verdict {
  return { decision: 'ask', rule: null, ...about };
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

/** Bytes that a command printed, in one stream or two; null for other output. */
function bytesOf(output: unknown): number | null {
  if (!isRecord(output)) return null;
  const { bytes, stdout, stderr } = output;
  if (typeof bytes === 'number') return bytes;
  const parts = [stdout, stderr].map(bytesOf);
  return parts.every((part) => part === null)
    ? null
    : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}
