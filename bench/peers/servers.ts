import * as v from 'valibot';
import { LineServer, type Message } from '../line-server.ts';
import type { Answer, Call, Connection } from './peer.ts';

export interface ServerOptions {
  readonly argv: readonly string[];
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
}

const toolResult = v.object({
  content: v.array(v.object({ text: v.optional(v.string(), '') })),
  structuredContent: v.optional(v.unknown()),
  details: v.optional(v.unknown()),
});
const spilled = v.object({ output: v.object({ spillPath: v.nullable(v.string()) }) });
const outcome = v.object({ details: spilled });

function answerOf(message: Message): Answer {
  if (!v.is(toolResult, message.result)) throw new Error(`no result: ${JSON.stringify(message.error)}`);
  const { content, details, structuredContent } = message.result;
  const text = content.map((item) => item.text ?? '').join('');
  const facts = v.is(outcome, structuredContent) ? structuredContent.details : details;
  const file = v.is(spilled, facts) ? facts.output.spillPath : null;
  return file === null ? { text } : { text, file };
}

/** One tool of a server, called over JSON-RPC. */
export interface ToolCall {
  readonly method: string;
  readonly cancelMethod: string;
  params(work: string): unknown;
  cancelParams(id: number): unknown;
}

/** `tool` with the one argument `key`, and whatever else it needs, as MCP calls and cancels it. */
export function mcpTool(tool: string, key: string, more: object = {}): ToolCall {
  return {
    method: 'tools/call',
    cancelMethod: 'notifications/cancelled',
    params: (work) => ({ name: tool, arguments: { [key]: work, ...more } }),
    cancelParams: (requestId) => ({ requestId, reason: 'bench' }),
  };
}

/** The method `shell` of `agent-tools rpc`. */
export const rpcShell: ToolCall = {
  method: 'shell',
  cancelMethod: '$/cancelRequest',
  params: (command) => ({ command }),
  cancelParams: (id) => ({ id }),
};

/** A connection to a server of tools, past its first answer. */
export class ToolConnection implements Connection {
  readonly #server: LineServer;
  readonly #tool: ToolCall;

  private constructor(server: LineServer, tool: ToolCall) {
    this.#server = server;
    this.#tool = tool;
  }

  static async overMcp(options: ServerOptions, tool: ToolCall): Promise<ToolConnection> {
    const server = new LineServer({ ...options, cwd: options.home });
    await server.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '0' },
    });
    server.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return new ToolConnection(server, tool);
  }

  /** A server that answers `ping`. */
  static async overRpc(options: ServerOptions, tool: ToolCall): Promise<ToolConnection> {
    const server = new LineServer({ ...options, cwd: options.home });
    await server.request('ping', {});
    return new ToolConnection(server, tool);
  }

  received = (): number => this.#server.received;

  process = (): LineServer['process'] => this.#server.process;

  call(work: string): Call {
    const { id, answer } = this.#server.start(this.#tool.method, this.#tool.params(work));
    const result = answer.then(answerOf);
    result.catch(() => {});
    const { cancelMethod, cancelParams } = this.#tool;
    return {
      answer: result,
      cancel: () => this.#server.send({ jsonrpc: '2.0', method: cancelMethod, params: cancelParams(id) }),
    };
  }

  /** Any other tool of an MCP server. */
  async tool(name: string, args: object): Promise<Answer> {
    return answerOf(await this.#server.request('tools/call', { name, arguments: args }));
  }
}
