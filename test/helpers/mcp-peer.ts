import { type McpOptions, serveMcp } from '../../src/frontends/mcp/serve.ts';
import type { Service } from '../../src/runtime/service.ts';
import { Feed, Lines } from '../wire/peer.ts';

type Message = Record<string, unknown>;

/** The three members that make a request a stateless one. */
export function statelessMeta(capabilities: Message = {}, more: Message = {}): Message {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'tester', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    ...more,
  };
}

/** The far end of a server in this process. Lines are read in order; requests of the server are lines like any other. */
export class McpPeer {
  readonly feed = new Feed();
  readonly lines = new Lines();
  readonly stop = new AbortController();
  readonly ended: Promise<string>;
  #lastId = 0;

  constructor(service: Service, options: Partial<McpOptions> = {}) {
    this.ended = serveMcp(
      service,
      { input: this.feed, write: this.lines.write, stop: this.stop.signal },
      { version: '1.2.3', selection: { tools: null, readOnly: false }, ...options },
    );
  }

  send(message: Message): void {
    this.feed.push(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Sends a request without waiting; gives its id. */
  start(method: string, params?: unknown): number {
    this.#lastId += 1;
    this.send({ id: this.#lastId, method, ...(params === undefined ? {} : { params }) });
    return this.#lastId;
  }

  /** Sends a request and reads the next line. */
  request(method: string, params?: unknown): Promise<Message> {
    this.start(method, params);
    return this.next();
  }

  next(): Promise<Message> {
    return this.lines.next();
  }

  async initialize(protocolVersion = '2025-11-25', capabilities: Message = {}): Promise<Message> {
    const clientInfo = { name: 'tester', version: '1' };
    const answer = await this.request('initialize', { protocolVersion, capabilities, clientInfo });
    this.send({ method: 'notifications/initialized' });
    return answer;
  }

  /** A call of the stateless era. */
  call(name: string, input: unknown, more: Message = {}, capabilities: Message = { elicitation: {} }) {
    return this.request('tools/call', {
      name,
      arguments: input,
      _meta: statelessMeta(capabilities),
      ...more,
    });
  }

  /** Ends the input and gives every line that was never read. */
  async close(): Promise<readonly string[]> {
    this.feed.end();
    await this.ended;
    return this.lines.all;
  }
}
