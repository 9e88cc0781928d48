import { benchEnv, binary } from './harness.ts';

/** A sidecar under measurement: requests by id over its pipes. */
export class Sidecar {
  readonly process: Bun.Subprocess<'pipe', 'pipe', 'ignore'>;
  readonly #waiting = new Map<number, (answer: unknown) => void>();
  #nextId = 1;

  constructor(home: string, env: Readonly<Record<string, string>> = {}) {
    this.process = Bun.spawn([binary, 'rpc', '--yolo'], {
      cwd: home,
      env: { ...benchEnv(home), ...env },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'ignore',
    });
    void this.#read();
  }

  async #read(): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const part of this.process.stdout) {
      const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const message = JSON.parse(line);
        this.#waiting.get(message.id)?.(message);
      }
    }
  }

  start(method: string, params: unknown): { readonly id: number; readonly answer: Promise<unknown> } {
    const id = this.#nextId++;
    const answer = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.send({ jsonrpc: '2.0', id, method, params });
    return { id, answer };
  }

  request(method: string, params: unknown): Promise<unknown> {
    return this.start(method, params).answer;
  }

  send(message: unknown): void {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
    this.process.stdin.flush();
  }

  /** Resident memory in MiB now. */
  async rss(): Promise<number> {
    const status = await Bun.file(`/proc/${this.process.pid}/status`).text();
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Highest resident memory so far in MiB. */
  async peakRss(): Promise<number> {
    const status = await Bun.file(`/proc/${this.process.pid}/status`).text();
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  async close(): Promise<void> {
    this.process.stdin.end();
    await this.process.exited;
  }
}
