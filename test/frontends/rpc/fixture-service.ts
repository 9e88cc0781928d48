import { defaultSettings, type Settings } from '../../../src/config/schema.ts';
import { ToolFailure } from '../../../src/core/failure.ts';
import { failureOutcome, outcome } from '../../../src/core/outcome.ts';
import { serveRpc } from '../../../src/frontends/rpc/serve.ts';
import { CallLimiter } from '../../../src/runtime/limits.ts';
import { Nodes } from '../../../src/runtime/nodes/nodes.ts';
import type { Approver, ExtraMethod, Service, ServiceCall } from '../../../src/runtime/service.ts';
import type { End } from '../../../src/wire/connection.ts';
import { contextFor } from '../../helpers/file-context.ts';
import { Feed, Lines } from '../../wire/peer.ts';
import { fixtureTools } from './fixture-tools.ts';

export interface FixtureOptions {
  readonly caps?: Partial<Settings['caps']>;
  readonly extraMethods?: Readonly<Record<string, ExtraMethod>>;
  readonly write?: (bytes: Uint8Array) => Promise<void>;
}

/** Asks before the call; its title is the tool's name, its reason the text it was given. */
async function ask(call: ServiceCall, approver: Approver): Promise<string | null> {
  let counts: string | null = null;
  try {
    const { choice, feedback } = await approver.request(
      {
        approvalId: 'a-1',
        tool: call.tool,
        title: call.tool,
        reason: JSON.stringify(call.input),
        cwd: '/nowhere',
        host: 'local',
        display: [],
        choices: [
          { id: 'yes', kind: 'allow_once', label: 'Allow once' },
          { id: 'no', kind: 'reject_once', label: 'Reject' },
        ],
        expiresAt: '2030-01-01T00:00:00.000Z',
      },
      call.signal,
      'binding',
    );
    counts = choice;
    return choice === 'yes' ? null : `Rejected by the user. ${feedback ?? ''}`;
  } catch (error) {
    if (call.signal.aborted) throw error;
    return `Rejected: ${error instanceof Error ? error.message : ''}`;
  } finally {
    approver.settled?.('a-1', counts);
  }
}

/** The fixture tools behind the Service interface, with real places and a queue; asks whoever can be asked. */
export function fixtureService({ caps, extraMethods = {} }: FixtureOptions = {}): Service {
  const settings = defaultSettings();
  const context = contextFor('/nowhere', { ...settings, caps: { ...settings.caps, ...caps } });
  const { concurrentCalls: concurrent, queuedCalls: queued } = context.settings.caps;
  const limiter = new CallLimiter({ concurrent, queued });
  const ending = new AbortController();
  const run = async (call: ServiceCall) => {
    const tool = fixtureTools.find(({ name }) => name === call.tool);
    if (tool === undefined) throw new Error(`no fixture ${call.tool}`);
    const signal = AbortSignal.any([call.signal, ending.signal]);
    const plan = await tool.prepare(call.input, context);
    const { leave } = await limiter.take(signal);
    try {
      const refusal = call.approver === null ? null : await ask(call, call.approver);
      if (refusal !== null) return outcome({ status: 'denied', message: refusal });
      const result = await plan.execute(signal, call.sink, {});
      if (result.status !== 'cancelled') return result;
      throw new ToolFailure('cancelled', result.message, { outcome: result });
    } catch (error) {
      if (error instanceof ToolFailure && error.code === 'tool_failed') return failureOutcome(error);
      throw error;
    } finally {
      leave();
    }
  };
  return {
    context,
    toolNames: fixtureTools.map(({ name }) => name),
    extraMethods,
    loadTool: async (name) => fixtureTools.find((tool) => tool.name === name) ?? null,
    call: run,
    nodes: new Nodes(context),
    shutdown: async () => ending.abort(),
  };
}

/** A client of `serveRpc` in the same process. */
export class FixtureClient {
  readonly feed = new Feed();
  readonly lines = new Lines();
  readonly stop = new AbortController();
  readonly ended: Promise<End>;

  constructor(options: FixtureOptions = {}) {
    const io = { input: this.feed, write: options.write ?? this.lines.write, stop: this.stop.signal };
    this.ended = serveRpc(fixtureService(options), io, '9.9.9');
  }

  send(id: number | string | null, method: string, params?: unknown): void {
    this.feed.push(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  }

  notify(method: string, params: unknown): void {
    this.feed.push(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  }

  /** The answer to one request, when nothing else is on its way. */
  async ask(method: string, params?: unknown): Promise<Record<string, unknown>> {
    this.send('ask', method, params);
    return this.lines.next();
  }

  async close(): Promise<End> {
    this.feed.end();
    return this.ended;
  }
}
