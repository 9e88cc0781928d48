import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { binary, cleanEnv } from './binary.ts';
import { tempFolder } from './temp-folder.ts';

export interface RpcAnswer {
  readonly id?: number | string | null;
  readonly result?: Record<string, unknown> & { readonly details?: Record<string, unknown> };
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Record<string, unknown>;
  };
}

export interface RpcNotification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

export interface RpcOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly home?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly mode?: 'rpc' | 'mcp';
  /** What is started in place of the binary. */
  readonly program?: readonly [string, ...string[]];
}

/** A client of the real binary over real pipes, one JSON text a line. */
export class RpcClient {
  readonly child: ChildProcess;
  readonly notifications: RpcNotification[] = [];
  readonly unmatched: RpcAnswer[] = [];
  stderr = '';
  readonly exited: Promise<number | null>;
  #buffer = '';
  #nextId = 1;
  readonly #waiting = new Map<unknown, (answer: RpcAnswer) => void>();
  /** Answers requests of the server; the returned value is the result. */
  onRequest: (method: string, params: Record<string, unknown>) => unknown = () => null;
  onNotification: (notification: RpcNotification) => void = () => {};

  constructor(options: RpcOptions = {}) {
    const home = options.home ?? tempFolder();
    const [program, ...words] = options.program ?? [binary];
    this.child = spawn(program, [...words, options.mode ?? 'rpc', ...(options.args ?? ['--yolo'])], {
      cwd: options.cwd ?? home,
      env: cleanEnv(home, options.env),
      stdio: 'pipe',
    });
    this.child.stdout?.setEncoding('utf8');
    this.child.stdout?.on('data', (part: string) => this.#receive(part));
    this.child.stderr?.on('data', (part: Buffer) => {
      this.stderr += part.toString();
    });
    this.child.stdin?.on('error', () => {});
    this.exited = new Promise((resolve) => this.child.on('close', (code) => resolve(code)));
  }

  #receive(part: string): void {
    const lines = (this.#buffer + part).split('\n');
    this.#buffer = lines.pop() ?? '';
    for (const line of lines) {
      const message = JSON.parse(line);
      if (Array.isArray(message)) for (const answer of message) this.#settle(answer);
      else if (message.method !== undefined && message.id !== undefined) void this.#answer(message);
      else if (message.method !== undefined) {
        this.notifications.push(message);
        this.onNotification(message);
      } else this.#settle(message);
    }
  }

  #settle(answer: RpcAnswer): void {
    const resolve = this.#waiting.get(answer.id);
    if (resolve === undefined) {
      this.unmatched.push(answer);
      return;
    }
    this.#waiting.delete(answer.id);
    resolve(answer);
  }

  async #answer(request: { id: unknown; method: string; params: Record<string, unknown> }): Promise<void> {
    this.send({
      jsonrpc: '2.0',
      id: request.id,
      result: await this.onRequest(request.method, request.params),
    });
  }

  /** Writes raw text. */
  raw(text: string | Uint8Array): void {
    this.child.stdin?.write(text);
  }

  send(message: unknown): void {
    this.raw(`${JSON.stringify(message)}\n`);
  }

  /** Sends a request and gives its id at once. */
  start(method: string, params?: unknown): { readonly id: number; readonly answer: Promise<RpcAnswer> } {
    const id = this.#nextId++;
    const answer = new Promise<RpcAnswer>((resolve) => this.#waiting.set(id, resolve));
    this.send({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) });
    return { id, answer };
  }

  request(method: string, params?: unknown): Promise<RpcAnswer> {
    return this.start(method, params).answer;
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Ends the input and waits for the process. */
  async close(): Promise<number | null> {
    this.child.stdin?.end();
    return this.exited;
  }
}

/** A client that is closed when the test which makes it is over. */
export function closedAfterTest<Client extends RpcClient>(client: Client): Client {
  onTestFinished(async () => {
    await client.close();
  });
  return client;
}
