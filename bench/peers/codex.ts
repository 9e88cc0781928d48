import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { LineServer, type Message } from '../line-server.ts';
import type { Answer, Call, Connection } from './peer.ts';
import type { ServerOptions } from './servers.ts';

const processEvent = v.object({ processId: v.string(), chunk: v.optional(v.string(), '') });

interface Running {
  text: string;
  hasExited: boolean;
  readonly answer: PromiseWithResolvers<Answer>;
  readonly complete: PromiseWithResolvers<Answer>;
}

/** `codex exec-server`: a process a call, its output and its end as notifications. */
export class CodexConnection implements Connection {
  readonly #server: LineServer;
  readonly #cwd: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #running = new Map<string, Running>();
  #nextId = 1;

  private constructor(server: LineServer, options: ServerOptions) {
    this.#server = server;
    this.#cwd = options.home;
    this.#env = options.env;
    server.onNotification = (message) => this.#take(message);
  }

  static async open(options: ServerOptions): Promise<CodexConnection> {
    const server = new LineServer({ ...options, cwd: options.home });
    const { error } = await server.request('initialize', { clientName: 'bench' });
    if (error !== undefined) throw new Error(`initialize: ${JSON.stringify(error)}`);
    server.send({ method: 'initialized', params: {} });
    return new CodexConnection(server, options);
  }

  /** The status comes with `process/exited`, the last of the output is followed by `process/closed`. */
  #take({ method, params }: Message): void {
    const event = v.safeParse(processEvent, params);
    const running = event.success ? this.#running.get(event.output.processId) : undefined;
    if (!event.success || running === undefined) return;
    if (method === 'process/output') {
      running.text += Buffer.from(event.output.chunk, 'base64').toString('latin1');
    }
    running.hasExited ||= method === 'process/exited';
    const { answer, complete, hasExited, text } = running;
    const isClosed = method === 'process/closed';
    if (isClosed || (hasExited && text !== '')) answer.resolve({ text });
    if (isClosed) complete.resolve({ text });
  }

  received = (): number => this.#server.received;

  process = (): LineServer['process'] => this.#server.process;

  call(work: string): Call {
    const processId = `p${this.#nextId++}`;
    const answer = Promise.withResolvers<Answer>();
    const complete = Promise.withResolvers<Answer>();
    answer.promise.catch(() => {});
    this.#running.set(processId, { text: '', hasExited: false, answer, complete });
    this.#start(processId, work).catch(answer.reject);
    return {
      answer: answer.promise,
      complete: complete.promise,
      cancel: () => void this.#server.start('process/terminate', { processId }),
    };
  }

  async #start(processId: string, work: string): Promise<void> {
    const argv = ['/bin/sh', '-c', work];
    const where = { cwd: pathToFileURL(this.#cwd).href, env: this.#env };
    const started = { processId, argv, ...where, tty: false, pipeStdin: false };
    const { error } = await this.#server.request('process/start', started);
    if (error !== undefined) throw new Error(`process/start: ${JSON.stringify(error)}`);
  }
}
