import { ToolFailure } from '../../core/failure.ts';
import { addNotices, cancelledOutcome, failureOutcome, type Outcome } from '../../core/outcome.ts';
import { silentSink } from '../../core/sink.ts';
import type { Approver, Service } from '../../runtime/service.ts';
import type { Connection } from '../../wire/connection.ts';
import type { IdText } from '../../wire/message.ts';
import { readNamedCall } from '../serving/named-call.ts';
import { type ToolResult, toolResult } from '../serving/tool-result.ts';
import type { Catalogue } from './catalogue.ts';
import type { Client } from './client.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { ProgressStream } from './progress-stream.ts';
import { readProgressToken } from './request-meta.ts';

export interface CallContext {
  readonly service: Service;
  readonly catalogue: Catalogue;
  readonly connection: Connection;
  /** Milliseconds between progress notifications of a call. */
  readonly progressMs: number;
  readonly ended: EndedSessions;
}

export interface ToolCall {
  readonly params: Readonly<Record<string, unknown>>;
  /** JSON text of the progress token. */
  readonly named: IdText | null;
  readonly client: Client;
  readonly approver: Approver | null;
  readonly signal: AbortSignal;
}

/** Runs a tool call. Throws ToolFailure for JSON-RPC errors; what a model can correct is a result. */
export async function callTool(call: ToolCall, context: CallContext): Promise<ToolResult> {
  const { params, client, approver, signal } = call;
  const { name, input } = readNamedCall(params, context.catalogue.names);
  const progress = openProgress(call, context);
  try {
    const { outcome, about } = await context.service
      .call({
        tool: name,
        input,
        signal,
        sink: progress ?? silentSink,
        approver: progress === null ? approver : tellingOf(approver, progress),
        caller: client.caller,
        room: () => context.connection.room(),
      })
      .then(
        (outcome) => ({ outcome, about: input }),
        (error: unknown) => ({ outcome: outcomeOf(error, signal), about: null }),
      );
    return toolResult(name, addNotices(outcome, context.ended.tell(name, about)));
  } finally {
    progress?.end();
  }
}

/** The Outcome of a failure that a model can correct, or of a call cancelled by others than its client. Throws any other. */
function outcomeOf(error: unknown, signal: AbortSignal): Outcome {
  if (!(error instanceof ToolFailure)) throw error;
  if (error.code === 'invalid_input') return failureOutcome(error);
  if (error.code === 'cancelled' && !signal.aborted) return cancelledOutcome(error);
  throw error;
}

/** The same approver, but the progress reports that its questions wait for an answer. */
function tellingOf(approver: Approver | null, progress: ProgressStream): Approver | null {
  if (approver === null) return null;
  return {
    ...approver,
    request: (...asked) => approver.request(...asked),
    waits: (isWaiting) => progress.waits(isWaiting),
  };
}

function openProgress(
  { params, named, signal }: ToolCall,
  { connection, progressMs }: CallContext,
): ProgressStream | null {
  const token = readProgressToken(params, named);
  if (token === null) return null;
  const progress = new ProgressStream({ connection, token, intervalMs: progressMs });
  signal.addEventListener('abort', () => progress.end(), { once: true });
  return progress;
}
