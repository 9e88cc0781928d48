import * as v from 'valibot';
import { ToolFailure } from '../../core/failure.ts';
import { nearest } from '../../core/nearest.ts';
import { cancelledOutcome, failureOutcome } from '../../core/outcome.ts';
import { silentSink } from '../../core/sink.ts';
import { parseInput } from '../../core/validate.ts';
import type { Approver, Service } from '../../runtime/service.ts';
import type { Connection } from '../../wire/connection.ts';
import type { Catalogue } from './catalogue.ts';
import type { Client } from './client.ts';
import { ProgressStream } from './progress-stream.ts';
import { readProgressToken } from './request-meta.ts';
import { type ToolResult, toolResult } from './tool-result.ts';

const callSchema = v.looseObject({
  name: v.string(),
  arguments: v.optional(v.record(v.string(), v.unknown()), {}),
});

export interface CallContext {
  readonly service: Service;
  readonly catalogue: Catalogue;
  readonly connection: Connection;
  /** Milliseconds between two progress notifications of a call. */
  readonly progressMs: number;
}

export interface ToolCall {
  readonly params: Readonly<Record<string, unknown>>;
  readonly client: Client;
  readonly approver: Approver | null;
  readonly signal: AbortSignal;
}

/** The tool a call names and its input. Throws `invalid_input` for a tool that is not offered. */
export function readCall(params: Readonly<Record<string, unknown>>, { names }: Catalogue) {
  const { name, arguments: input } = parseInput(callSchema, params);
  if (names.includes(name)) return { name, input };
  const hint = nearest(name, names);
  const problem = `is not a tool${hint === null ? '' : `; did you mean "${hint}"?`}`;
  throw new ToolFailure('invalid_input', `"${name}" ${problem}`, { field: 'name', problem });
}

/** One call of a tool. Throws ToolFailure for what JSON-RPC calls an error; whatever a model can mend is a result. */
export async function callTool(call: ToolCall, context: CallContext): Promise<ToolResult> {
  const { params, client, approver, signal } = call;
  const { name, input } = readCall(params, context.catalogue);
  const progress = openProgress(call, context);
  try {
    const outcome = await context.service.call({
      tool: name,
      input,
      signal,
      sink: progress ?? silentSink,
      approver,
      caller: client.caller,
    });
    return toolResult(name, outcome);
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
  { params, signal }: ToolCall,
  { connection, progressMs }: CallContext,
): ProgressStream | null {
  const token = readProgressToken(params);
  if (token === null) return null;
  const progress = new ProgressStream({ connection, token, intervalMs: progressMs });
  signal.addEventListener('abort', () => progress.end(), { once: true });
  return progress;
}
