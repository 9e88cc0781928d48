import { nearest } from '../../core/nearest.ts';
import type { ExtraMethod, Service } from '../../runtime/service.ts';
import type { IncomingRequest } from '../../wire/connection.ts';
import { unknownMethod } from '../../wire/errors.ts';
import { type CallContext, callAsMcp, callByName } from './tool-call.ts';

export interface MethodContext extends CallContext {
  readonly version: string;
  /** Ends the server after what is running was answered. */
  shutdown(): void;
}

/** Methods besides the tools and the extra ones, each with what it is for. */
const ownMethods: Readonly<Record<string, string>> = {
  initialize: 'Say what the client can do; optional',
  ping: 'Answer at once',
  'tools/list': 'List the tools as MCP does',
  'tools/call': 'Call a tool as MCP does',
  'rpc.discover': 'This document',
  shutdown: 'Answer, then end',
};

/** Extra methods that only clients which answer approvals may call: a model must not answer its own. */
const approverMethods: ReadonlySet<string> = new Set(['approvals/resolve']);

/** The extra methods this client may call. */
function offeredExtras({ service, session }: MethodContext): ReadonlyMap<string, ExtraMethod> {
  const all = Object.entries(service.extraMethods);
  return new Map(all.filter(([name]) => session.approves || !approverMethods.has(name)));
}

/** Answers one request of a client. Throws ToolFailure for what JSON-RPC calls an error. */
export async function answerRequest(request: IncomingRequest, context: MethodContext): Promise<unknown> {
  const { service, session } = context;
  const { method, params } = request;
  if (Object.hasOwn(ownMethods, method)) return answerOwn(request, context);
  const extras = offeredExtras(context);
  const extra = extras.get(method);
  if (extra !== undefined) return extra(params, { caller: session.caller, approves: session.approves });
  if (service.toolNames.includes(method)) return callByName(request, context);
  const names = [...Object.keys(ownMethods), ...extras.keys(), ...service.toolNames];
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
        ...[...offeredExtras(context).keys()].map((name) => [name, name] as const),
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
