import * as v from 'valibot';
import { failureTable, ToolFailure } from '../../core/failure.ts';
import { nearest } from '../../core/nearest.ts';
import { cancelledOutcome, type Outcome } from '../../core/outcome.ts';
import { silentSink } from '../../core/sink.ts';
import { parseInput } from '../../core/validate.ts';
import type { Service } from '../../runtime/service.ts';
import type { Connection, IncomingRequest } from '../../wire/connection.ts';
import { unknownMethod } from '../../wire/errors.ts';
import { readCallParams } from './call-params.ts';
import { clientApprover } from './client-approver.ts';
import { OutputStream } from './output-stream.ts';
import type { ClientSession } from './session.ts';
import { WireOutcome } from './shrink.ts';

export interface MethodContext {
  readonly service: Service;
  readonly session: ClientSession;
  readonly connection: Connection;
  readonly version: string;
  /** Ends the server after what is running was answered. */
  shutdown(): void;
}

const toolCallSchema = v.looseObject({
  name: v.string(),
  arguments: v.optional(v.record(v.string(), v.unknown())),
});

/** Methods besides the tools and the extra ones, each with what it is for. */
const ownMethods: Readonly<Record<string, string>> = {
  initialize: 'Say what the client can do; optional',
  ping: 'Answer at once',
  'tools/list': 'List the tools as MCP does',
  'tools/call': 'Call a tool as MCP does',
  'rpc.discover': 'This document',
  shutdown: 'Answer, then end',
};

/** Answers one request of a client. Throws ToolFailure for what JSON-RPC calls an error. */
export async function answerRequest(request: IncomingRequest, context: MethodContext): Promise<unknown> {
  const { service, session } = context;
  const { method, params } = request;
  if (Object.hasOwn(ownMethods, method)) return answerOwn(request, context);
  const extra = Object.hasOwn(service.extraMethods, method) ? service.extraMethods[method] : undefined;
  if (extra !== undefined) return extra(params, { caller: session.caller, approves: session.approves });
  if (service.toolNames.includes(method)) return new WireOutcome(await callTool(method, request, context));
  const names = [...Object.keys(ownMethods), ...Object.keys(service.extraMethods), ...service.toolNames];
  throw unknownMethod(method, nearest(method, names));
}

async function answerOwn(request: IncomingRequest, context: MethodContext): Promise<unknown> {
  const { service, session, version } = context;
  switch (request.method) {
    case 'initialize':
      session.initialize(request.params);
      return describeServer(context);
    case 'tools/list':
      return { tools: await listTools(service) };
    case 'tools/call':
      return callAsMcp(request, context);
    case 'rpc.discover': {
      const { openRpcDocument } = await import('../describe/openrpc.ts');
      const others = [
        ...Object.entries(ownMethods),
        ...Object.keys(service.extraMethods).map((name) => [name, name] as const),
      ];
      return openRpcDocument(
        version,
        await listTools(service),
        others.map(([name, summary]) => ({ name, summary })),
      );
    }
    case 'shutdown':
      context.shutdown();
      return null;
    default:
      return {};
  }
}

function describeServer({ service, session, version }: MethodContext): unknown {
  const { settings, machine, workspace } = service.context;
  return {
    protocolVersion: 1,
    serverInfo: { name: 'agent-tools', version },
    tools: service.toolNames,
    shell: machine.shell,
    cwd: workspace.cwd,
    limits: {
      maxLineBytes: session.maxLineBytes,
      maxInputBytes: settings.caps.rpcInputBytes,
      concurrentCalls: settings.caps.concurrentCalls,
    },
  };
}

async function listTools(service: Service) {
  const { listTool } = await import('../describe/listing.ts');
  const tools = await Promise.all(service.toolNames.map((name) => service.loadTool(name)));
  return Promise.all(tools.flatMap((tool) => (tool === null ? [] : [listTool(tool, service.context)])));
}

/** The result of `tools/call` in MCP's shape: the payload once, the facts beside it. */
async function callAsMcp(request: IncomingRequest, context: MethodContext): Promise<WireOutcome> {
  const { name, arguments: input = {} } = parseInput(toolCallSchema, request.params ?? {});
  if (!context.service.toolNames.includes(name)) {
    const hint = nearest(name, context.service.toolNames);
    throw new ToolFailure(
      'invalid_input',
      `"${name}" is not a tool${hint === null ? '' : `; did you mean "${hint}"?`}`,
      { field: 'name', problem: 'is not a tool' },
    );
  }
  const meta =
    request.params !== undefined && '_meta' in request.params ? { _meta: request.params._meta } : {};
  const outcome = await callTool(name, { ...request, params: { ...input, ...meta } }, context);
  return new WireOutcome(outcome, ({ content, ...facts }) => ({
    content,
    structuredContent: facts,
    isError: facts.isError,
  }));
}

async function callTool(name: string, request: IncomingRequest, context: MethodContext): Promise<Outcome> {
  const { service, session, connection } = context;
  const tool = await service.loadTool(name);
  if (tool === null) throw unknownMethod(name, null);
  const { input, stream, streamIntervalMs } = readCallParams(request.params, tool);
  const sink = stream
    ? new OutputStream({
        id: request.id,
        connection,
        intervalMs: streamIntervalMs,
        maxLineBytes: session.maxLineBytes,
      })
    : null;
  try {
    return await service.call({
      tool: name,
      input,
      signal: request.signal,
      sink: sink ?? silentSink,
      approver: session.approves ? clientApprover(connection) : null,
      caller: session.caller,
    });
  } catch (error) {
    throw withWireOutcome(error);
  } finally {
    await sink?.end();
  }
}

/** A cancellation carries its partial Outcome in a form that can be shortened. */
function withWireOutcome(error: unknown): unknown {
  if (!(error instanceof ToolFailure) || failureTable[error.code].rpcCode !== failureTable.cancelled.rpcCode)
    return error;
  return new ToolFailure('cancelled', error.message, { outcome: new WireOutcome(cancelledOutcome(error)) });
}
