/** A message of a server that speaks JSON lines. */
export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

export interface LineServerOptions {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Waiting {
  resolve(message: Message): void;
  reject(problem: Error): void;
}

/** A server under measurement: requests by id over its pipes, one JSON text a line. */
export class LineServer {
  readonly process: Bun.Subprocess<'pipe', 'pipe', 'ignore'>;
  /** Bytes that came over its stdout so far. */
  received = 0;
  onNotification: (message: Message) => void = () => {};
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor({ argv, cwd, env }: LineServerOptions) {
    this.process = Bun.spawn([...argv], { cwd, env, stdin: 'pipe', stdout: 'pipe', stderr: 'ignore' });
    void this.#read();
  }

  async #read(): Promise<void> {
    let parts: string[] = [];
    const decoder = new TextDecoder();
    for await (const bytes of this.process.stdout) {
      this.received += bytes.length;
      const [first = '', ...lines] = decoder.decode(bytes, { stream: true }).split('\n');
      parts.push(first);
      for (const line of lines) {
        this.#take(parts.join(''));
        parts = [line];
      }
    }
    for (const { reject } of this.#waiting.values()) reject(new Error('the server ended'));
    this.#waiting.clear();
  }

  #take(line: string): void {
    const message = parse(line);
    if (message === null) return;
    if (typeof message.id === 'number' && message.method === undefined) {
      this.#waiting.get(message.id)?.resolve(message);
      this.#waiting.delete(message.id);
    } else this.onNotification(message);
  }

  /** Sends a request; the answer rejects when the server ends first. */
  start(method: string, params: unknown): { readonly id: number; readonly answer: Promise<Message> } {
    const id = this.#nextId++;
    const answer = new Promise<Message>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    answer.catch(() => {});
    this.send({ jsonrpc: '2.0', id, method, params });
    return { id, answer };
  }

  request(method: string, params: unknown): Promise<Message> {
    return this.start(method, params).answer;
  }

  /** Makes a call as often as one does that has served a session for a while: the runtime has compiled what it runs by then. */
  async warmUp(method: string, params: unknown): Promise<void> {
    for (let calls = 0; calls < 1000; calls += 1) await this.request(method, params);
  }

  send(message: unknown): void {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
    this.process.stdin.flush();
  }

  async close(): Promise<void> {
    this.process.stdin.end();
    await this.process.exited;
  }
}

function parse(line: string): Message | null {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
