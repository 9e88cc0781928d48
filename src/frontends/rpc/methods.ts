import { unlessAborted } from '../../core/async/unless-aborted.ts';
import { wrongField } from '../../core/failure.ts';
import { meantName } from '../../core/names/meant-name.ts';
import { isRecord, ownValue } from '../../core/record.ts';
import type { ExtraMethod, Service } from '../../runtime/service.ts';
import { unknownMethod } from '../../wire/errors.ts';
import type { IncomingRequest } from '../../wire/in-flight.ts';
import type { IdText } from '../../wire/message.ts';
import { requireFirstPage } from '../../wire/one-page.ts';
import { isUseful } from '../describe/useful.ts';
import { type CallContext, callAsMcp, callByName } from './tool-call.ts';
import { WireFacts } from './wire-facts.ts';

export interface MethodContext extends CallContext {
  readonly version: string;
  /** Ends the server after running calls are answered. */
  shutdown(): void;
}

type OwnMethod = (request: IncomingRequest, context: MethodContext) => unknown;

/** Methods other than tools and extra ones. */
const ownMethods: Readonly<Record<string, OwnMethod>> = {
  initialize: ({ params }, context) => {
    context.session.initialize(params);
    return describeServer(context);
  },
  ping: () => ({}),
  'tools/list': async ({ params }, { service }) => {
    requireFirstPage(params);
    return { tools: await listTools(service, { isForModels: true }) };
  },
  'tools/call': callAsMcp,
  'tool/input': ({ params, named, signal }, { connection, session }) => {
    const isRunning = (id: IdText): boolean => connection.isServing(id);
    return unlessAborted(session.inputs.take(params ?? {}, { named, signal, isRunning }), signal);
  },
  'rpc.discover': async (_, context) => {
    const [{ openRpcDocument }, { describeCallMeta, describeMethod }] = await Promise.all([
      import('../describe/openrpc.ts'),
      import('./method-facts.ts'),
    ]);
    const names = [...Object.keys(ownMethods), ...offeredExtras(context).keys()];
    const tools = await listTools(context.service, { isForModels: false });
    const others = await Promise.all(names.map(describeMethod));
    return openRpcDocument(context.version, { tools, others, meta: await describeCallMeta() });
  },
  shutdown: (_, context) => {
    context.shutdown();
    return null;
  },
};

/** Extra methods only for clients that answer approvals: a model must not answer its own. */
const approverMethods: ReadonlySet<string> = new Set(['approvals/resolve']);
/** Extra methods only for another agent-tools. */
const forwarderMethods: ReadonlySet<string> = new Set(['session/typed']);

/** The extra methods for this client. */
function offeredExtras({ service, session }: MethodContext): ReadonlyMap<string, ExtraMethod> {
  const { approves, forwards } = session;
  const all = Object.entries(service.extraMethods).filter(
    ([name]) => (approves || !approverMethods.has(name)) && (forwards || !forwarderMethods.has(name)),
  );
  return new Map(all);
}

/** Answers a request of a client. Throws ToolFailure for JSON-RPC errors. */
export async function answerRequest(request: IncomingRequest, context: MethodContext): Promise<unknown> {
  const { service, session } = context;
  const { method, params } = request;
  if (service.toolNames.includes(method)) return callByName(request, context);
  const extras = offeredExtras(context);
  const extra = extras.get(method);
  const own = ownValue(ownMethods, method);
  if ((own !== undefined || extra !== undefined) && method !== 'ping') requireNames(request);
  if (own !== undefined) return own(request, context);
  if (extra !== undefined) {
    const { caller, approves } = session;
    // None is worth waiting for once it is cancelled.
    const facts = await unlessAborted(extra(params, { caller, approves }), request.signal);
    return isRecord(facts) ? new WireFacts(facts) : facts;
  }
  if (approverMethods.has(method)) throw unknownMethod(method, 'initialize with the capability "approvals"');
  const names = [...Object.keys(ownMethods), ...extras.keys(), ...service.toolNames];
  throw unknownMethod(method, meantName(method, names));
}

/** Throws `invalid_input` for positional params, which only tools accept. */
function requireNames({ method, params }: IncomingRequest): void {
  if (!Array.isArray(params) || params.length === 0) return;
  throw wrongField('params', 'takes its parameters by name', method);
}

function describeServer({ service, session, version }: MethodContext): unknown {
  const { settings, machine, workspace } = service.context;
  const { shell, summarize } = settings;
  return {
    protocolVersion: 1,
    serverInfo: { name: 'agent-tools', version },
    tools: service.toolNames.filter((name) => isUseful(name, settings)),
    shell: machine.shell,
    cwd: workspace.cwd,
    limits: {
      maxLineBytes: session.maxLineBytes,
      maxInputBytes: settings.caps.rpcInputBytes,
      concurrentCalls: settings.caps.concurrentCalls,
      commandSeconds: shell.timeoutSeconds,
      graceSeconds: shell.killGraceMs / 1000 + (summarize.command === null ? 0 : shell.timeoutSeconds),
    },
  };
}

async function listTools(
  { toolNames, loadTool, context }: Service,
  { isForModels }: { readonly isForModels: boolean },
) {
  const [{ listForModels, listTool }, { tell }] = await Promise.all([
    import('../describe/listing.ts'),
    import('../describe/told.ts'),
  ]);
  const tools = await tell(toolNames, loadTool);
  return isForModels ? listForModels(tools, context) : tools.map((tool) => listTool(tool, context));
}
