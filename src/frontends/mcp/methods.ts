import { ToolFailure } from '../../core/failure.ts';
import { unknownMethod } from '../../wire/errors.ts';
import type { IncomingRequest } from '../../wire/in-flight.ts';
import { requireFirstPage } from '../../wire/one-page.ts';
import { instructionsFor } from '../describe/instructions.ts';
import { readNamedCall } from '../serving/named-call.ts';
import type { ApprovalForm } from './approval-form.ts';
import type { Client } from './client.ts';
import { elicitationApprover } from './elicitation-approver.ts';
import { metaKeys, serverInfo, statelessVersions } from './protocol.ts';
import { isStateless, namedParams, readStatelessClient } from './request-meta.ts';
import type { StateSigner } from './request-state.ts';
import type { McpSession } from './session.ts';
import { type CallContext, callTool } from './tool-call.ts';

export interface MethodContext extends CallContext {
  readonly session: McpSession;
  readonly form: ApprovalForm;
  readonly version: string;
  /** Loaded with the first stateless call, as it slows a start. */
  signer(): Promise<StateSigner>;
}

type NamedParams = Readonly<Record<string, unknown>>;

/** Milliseconds for which a stateless client may cache a list, which does not change during the process. */
const cacheMs = 3_600_000;

/** Skills are served if the skill tool is offered. */
function capabilitiesOf({ catalogue }: MethodContext): object {
  if (!catalogue.names.includes('skill')) return { tools: {} };
  return { tools: {}, resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
}

const skillMethod = /^(?:skills\/(?:list|get)|resources\/(?:list|read|templates\/list))$/;

/** Answers a method of the skills extension. Throws `unknown_method` for any other, and if no skills are served. */
async function answerSkillMethod(
  { method, signal }: IncomingRequest,
  params: NamedParams,
  { catalogue, service, session, client }: MethodContext & { readonly client: Client },
): Promise<object> {
  if (!skillMethod.test(method) || !catalogue.names.includes('skill')) throw unknownMethod(method, null);
  const { answerSkills } = await import('./skills.ts');
  const isInitialized = session.isInitialized && !isStateless(params);
  return answerSkills({ method, params, service, client, isInitialized, signal });
}

/** Answers a request of either protocol era. Throws ToolFailure for JSON-RPC errors. */
export async function answerRequest(request: IncomingRequest, context: MethodContext): Promise<unknown> {
  const params = namedParams(request.params);
  if (request.method !== 'server/discover' && !isStateless(params))
    return answerInitialized(request, params, context);
  const client = readStatelessClient(params, context.session.client.caller);
  const result = await answerStateless(request, params, { ...context, client });
  return { resultType: 'complete', ...result, _meta: { [metaKeys.serverInfo]: serverInfo(context.version) } };
}

async function answerInitialized(
  request: IncomingRequest,
  params: NamedParams,
  context: MethodContext,
): Promise<unknown> {
  const { method, named, signal } = request;
  const { session, service, connection, form, version } = context;
  switch (method) {
    case 'initialize':
      context.catalogue.prepare();
      return {
        protocolVersion: session.initialize(params),
        capabilities: capabilitiesOf(context),
        serverInfo: serverInfo(version),
        instructions: instructionsFor(service.context),
      };
    case 'ping':
      return {};
    case 'tools/list':
      return listTools(params, context);
    case 'tools/call': {
      const { client } = session;
      const approver = client.asks === null ? null : elicitationApprover(connection, form, client.asks);
      return callTool({ params, named, client, approver, signal }, context);
    }
    default:
      return answerSkillMethod(request, params, { ...context, client: session.client });
  }
}

async function answerStateless(
  request: IncomingRequest,
  params: NamedParams,
  context: MethodContext & { readonly client: Client },
): Promise<object> {
  const { method } = request;
  const cache = { ttlMs: cacheMs, cacheScope: 'private' };
  switch (method) {
    case 'server/discover':
      context.catalogue.prepare();
      return {
        supportedVersions: statelessVersions,
        capabilities: capabilitiesOf(context),
        instructions: instructionsFor(context.service.context),
        ...cache,
      };
    case 'tools/list':
      return { ...(await listTools(params, context)), ...cache };
    case 'tools/call':
      return callStateless(params, request, context);
    default:
      // A skill may change at any time.
      return { ...(await answerSkillMethod(request, params, context)), ttlMs: 0, cacheScope: 'private' };
  }
}

async function listTools(params: NamedParams, { catalogue }: MethodContext): Promise<object> {
  requireFirstPage(params);
  return { tools: await catalogue.list() };
}

/** Runs a call of a client that cannot receive requests: a question ends the round, and its answer comes with the next. */
async function callStateless(
  params: NamedParams,
  { named, signal }: IncomingRequest,
  context: MethodContext & { readonly client: Client },
): Promise<object> {
  const { client } = context;
  if (client.asks === null) {
    if (params.requestState === undefined)
      return callTool({ params, named, client, approver: null, signal }, context);
    throw new ToolFailure('missing_capability', 'An answer needs a client that declares elicitation', {
      requiredCapabilities: { elicitation: {} },
    });
  }
  const [{ InputRound }, signer] = await Promise.all([import('./input-round.ts'), context.signer()]);
  const { name, input } = readNamedCall(params, context.catalogue.names);
  const round = new InputRound(
    { name, input, state: params.requestState, responses: params.inputResponses },
    signer,
    context.form,
  );
  const ended = AbortSignal.any([signal, round.signal]);
  try {
    const result = await callTool({ params, named, client, approver: round, signal: ended }, context);
    return round.required ?? result;
  } catch (error) {
    if (round.required !== null && !signal.aborted) return round.required;
    throw error;
  }
}
