import { isFailure, ToolFailure, wrongField } from '../../core/failure.ts';
import { cancelledOutcome, failureOutcome, type Outcome } from '../../core/outcome.ts';
import { isRecord } from '../../core/record.ts';
import { silentSink } from '../../core/sink.ts';
import type { Service } from '../../runtime/service.ts';
import type { Connection } from '../../wire/connection.ts';
import { unknownMethod } from '../../wire/errors.ts';
import type { IncomingRequest } from '../../wire/in-flight.ts';
import { readNamedCall } from '../serving/named-call.ts';
import { toolResult } from '../serving/tool-result.ts';
import { type CallParams, readCallParams, readMeta } from './call-params.ts';
import { clientApprover } from './client-approver.ts';
import { OutputStream } from './output-stream.ts';
import type { ClientSession } from './session.ts';
import type { SessionEnds } from './session-ends.ts';
import { WireOutcome } from './wire-outcome.ts';

/** What is needed to answer the calls of one client. */
export interface CallContext {
  readonly service: Service;
  readonly session: ClientSession;
  readonly connection: Connection;
  readonly ends: SessionEnds;
}

/** Calls the tool named by the request's method. Throws ToolFailure for JSON-RPC errors. */
export async function callByName(request: IncomingRequest, context: CallContext): Promise<WireOutcome> {
  const tool = await context.service.loadTool(request.method);
  if (tool === null) throw unknownMethod(request.method, null);
  const call = readCallParams(request.params, tool);
  return new WireOutcome(await callTool({ ...call, tool: tool.name, request }, context));
}

/** `tools/call`: the result as in MCP, where invalid arguments become a result that a model can correct. */
export async function callAsMcp(request: IncomingRequest, context: CallContext): Promise<WireOutcome> {
  const params = request.params ?? {};
  const { name, input } = readNamedCall(params, context.service.toolNames);
  const call = { ...readMeta(isRecord(params) ? params._meta : undefined), input, tool: name, request };
  const outcome = await callTool(call, context).catch((error: unknown) => {
    if (isFailure(error, 'invalid_input')) return failureOutcome(error);
    throw error;
  });
  return new WireOutcome(outcome, (shown) => toolResult(name, shown));
}

interface Call extends CallParams {
  readonly tool: string;
  readonly request: IncomingRequest;
}

async function callTool(call: Call, { service, session, connection, ends }: CallContext): Promise<Outcome> {
  const { tool, input, request, streamIntervalMs: intervalMs } = call;
  const { forwards, maxLineBytes } = session;
  const asking = { callId: request.id, forwards, maxLineBytes };
  const stream = { id: request.id, connection, intervalMs, maxLineBytes };
  const sink = call.stream ? new OutputStream(stream) : null;
  const fed = call.stdin ? await session.inputs.open(request.id) : null;
  const close = fed?.close ?? session.inputs.decline(request.id);
  try {
    if (fed !== null && input.stdin != null)
      throw wrongField('_meta.stdin', 'cannot go with a text as "stdin"; send that by tool/input too');
    const outcome = await service.call({
      tool,
      input,
      signal: request.signal,
      sink: sink ?? silentSink,
      approver: session.approves && call.approvals ? clientApprover(connection, asking) : null,
      caller: session.caller,
      room: () => connection.room(),
      isForwarded: session.forwards,
      surface: {
        live: call.live,
        isText: call.live || call.text,
        stdin: fed?.descriptor ?? null,
        ...(fed === null ? {} : { endStdin: fed.end }),
        ...(call.typedAt === undefined ? {} : { typedAt: call.typedAt }),
        ...(call.live || call.text ? {} : { wholeLineBytes: maxLineBytes }),
        lineBytes: call.live ? Number.POSITIVE_INFINITY : lineBytesOf(call, session, service),
      },
    });
    const { sessionId } = outcome.details;
    if (outcome.status === 'running') void request.answered().then(() => ends.name(String(sessionId)));
    return outcome;
  } catch (error) {
    throw withWireOutcome(error);
  } finally {
    close();
    await sink?.end();
  }
}

/**
 * Most bytes of the line for an answer. Another agent-tools accepts long lines itself but passes the answer on to a client with its own
 * limit: it states that limit, else ours by default is assumed. Text for a person or a pipe has no such limit.
 */
function lineBytesOf(
  { text, lineBytes, request }: Call,
  { forwards, maxLineBytes }: ClientSession,
  { context }: Service,
): number {
  const isHandedOn = forwards && !text;
  const there = lineBytes ?? context.settings.caps.rpcLineBytes;
  const most = isHandedOn ? Math.min(maxLineBytes, there) : maxLineBytes;
  return Math.floor(most / request.lineSharedBy);
}

/** A cancellation with its partial Outcome in a form that can be shortened. */
function withWireOutcome(error: unknown): unknown {
  if (!isFailure(error, 'cancelled')) return error;
  return new ToolFailure('cancelled', error.message, { outcome: new WireOutcome(cancelledOutcome(error)) });
}
