import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The binary under test. */
export const binary = join(import.meta.dirname, '../dist/agent-tools');

export interface Answer {
  readonly result?: {
    readonly status?: string;
    readonly message?: string;
    readonly content?: readonly { readonly text?: string }[];
    readonly details?: Readonly<Record<string, unknown>>;
    readonly notices?: readonly string[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}

export interface ServerOptions {
  readonly home: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Shell words before the server's own, for limits: `ulimit -n 64;`. */
  readonly before?: string;
  /** Whether nobody reads what it answers. */
  readonly isDeaf?: boolean;
}

/** A sidecar under test, and every request that it has not answered. */
export class Server {
  readonly child: ChildProcess;
  readonly exited: Promise<unknown>;
  /** Answers to nothing that was asked, or a second answer. */
  readonly strays: string[] = [];
  #rest = '';
  #nextId = 1;
  readonly #waiting = new Map<number, (answer: Answer) => void>();

  constructor({ home, cwd, env = {}, before = '', isDeaf = false }: ServerOptions) {
    this.child = spawn('bash', ['-c', `${before} exec "$0" rpc --yolo`, binary], {
      cwd,
      env: { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.child.stdin?.on('error', () => {});
    this.child.stdout?.setEncoding('utf8');
    if (!isDeaf) this.child.stdout?.on('data', (part: string) => this.#receive(part));
    this.exited = once(this.child, 'close');
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get unanswered(): number {
    return this.#waiting.size;
  }

  request(method: string, params: unknown = {}): { readonly id: number; readonly answer: Promise<Answer> } {
    const id = this.#nextId++;
    const answer = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.write({ jsonrpc: '2.0', id, method, params });
    return { id, answer };
  }

  call(method: string, params: unknown = {}): Promise<Answer> {
    return this.request(method, params).answer;
  }

  cancel(id: number): void {
    this.write({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id } });
  }

  write(message: unknown): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends its input and waits for it to go. */
  async close(): Promise<void> {
    this.child.stdin?.end();
    await this.exited;
  }

  #receive(part: string): void {
    const lines = (this.#rest + part).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const message: Answer & { id?: number; method?: string } = JSON.parse(line);
      if (message.method !== undefined) continue;
      const resolve = this.#waiting.get(message.id ?? -1);
      this.#waiting.delete(message.id ?? -1);
      if (resolve === undefined) this.strays.push(line.slice(0, 200));
      else resolve(message);
    }
  }
}
