import { ToolFailure } from '../../core/failure.ts';
import { cancelledOutcome, failureOutcome } from '../../core/outcome.ts';
import { silentSink } from '../../core/sink.ts';
import type { Approver, Service } from '../../runtime/service.ts';
import type { Connection } from '../../wire/connection.ts';
import type { IdText } from '../../wire/message.ts';
import type { Catalogue } from './catalogue.ts';
import type { Client } from './client.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { readNamedCall } from './named-call.ts';
import { ProgressStream } from './progress-stream.ts';
import { readProgressToken } from './request-meta.ts';
import { type ToolResult, toolResult } from './tool-result.ts';

export interface CallContext {
  readonly service: Service;
  readonly catalogue: Catalogue;
  readonly connection: Connection;
  /** Milliseconds between two progress notifications of a call. */
  readonly progressMs: number;
  readonly ended: EndedSessions;
}

export interface ToolCall {
  readonly params: Readonly<Record<string, unknown>>;
  /** The progress token as it was written. */
  readonly named: IdText | null;
  readonly client: Client;
  readonly approver: Approver | null;
  readonly signal: AbortSignal;
}

/** One call of a tool. Throws ToolFailure for what JSON-RPC calls an error; whatever a model can mend is a result. */
export async function callTool(call: ToolCall, context: CallContext): Promise<ToolResult> {
  const { params, client, approver, signal } = call;
  const { name, input } = readNamedCall(params, context.catalogue.names);
  const progress = openProgress(call, context);
  try {
    const outcome = await context.service.call({
      tool: name,
      input,
      signal,
      sink: progress ?? silentSink,
      approver,
      caller: client.caller,
      room: () => context.connection.room(),
    });
    const told = context.ended.tell(name, input);
    return toolResult(name, { ...outcome, notices: [...outcome.notices, ...told] });
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    if (error.code === 'invalid_input') return toolResult(name, failureOutcome(error));
    if (error.code === 'cancelled' && !signal.aborted) return toolResult(name, cancelledOutcome(error));
    throw error;
  } finally {
    progress?.end();
  }
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
