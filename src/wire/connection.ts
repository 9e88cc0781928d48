import { TurnsOfLoop } from '../core/async/turn-of-loop.ts';
import { cannot } from '../core/failure.ts';
import { jsonLine } from '../core/text/json-line.ts';
import { encodeText } from '../core/text/utf8.ts';
import { type Dialect, nativeDialect } from './dialect.ts';
import { aimlessCancel, protocolError, requestCancelled } from './errors.ts';
import { type Line, LineSplitter } from './framing.ts';
import { type IncomingRequest, InFlight } from './in-flight.ts';
import { isLongerThan } from './json.ts';
import { type Call, type IdText, lossOf, type Message, type Params, parseLine } from './message.ts';
import { Outbox } from './outbox.ts';
import { Outgoing, type OutgoingRequest, type RequestOptions } from './outgoing.ts';
import { encodeBatch, encodeReplyWithin, type LineLimit, mostOf } from './reply.ts';

export interface Handler {
  /** Returns the result (any JSON value or a Shrinkable), or throws. It must settle by itself after its signal is aborted. */
  request(request: IncomingRequest): Promise<unknown>;
  /** A returned promise is back-pressure: reading continues once it settles. */
  notification?(method: string, params: Params): void | Promise<void>;
  /**
   * Takes a message with a null id that one side could not read: its line (or the start of it) and what was lost. Without it, the
   * message is handled as usual.
   */
  lost?(line: string, loss: string): void;
}

export interface ConnectionOptions {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes all bytes; a late resolve is back-pressure, a rejection means that the peer is gone. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly handler: Handler;
  /** Most bytes of an incoming line. */
  readonly maxInputBytes: number;
  /** Most bytes of an outgoing line, called for each answer and request; unlimited by default. The sender limits notifications. */
  readonly maxOutputBytes?: () => number;
  /** The settings behind the two limits, for messages. */
  readonly limitNames?: { readonly input: string; readonly output?: string };
  readonly dialect?: Dialect;
}

/** Why reading ended: the peer closed its side, the owner stopped it, or the peer accepts no more bytes. */
export type End = 'eof' | 'stopped' | 'dead';

/** Reading pauses while more bytes than this wait to be written, so a peer that never reads cannot exhaust the memory. */
const pauseBytes = 64 * 1024 * 1024;
/** No call starts while more bytes than this wait: thousands may have been read before the first is answered. */
const roomBytes = 16 * 1024 * 1024;

/** Params; as JSON text if they contain an id of the peer, to keep it unchanged. */
type SentParams = Params | string;

/** JSON-RPC 2.0 both ways over two byte streams. Every request of the peer is answered once; a cancelled one as the dialect says. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #dialect: Dialect;
  readonly #inFlight: InFlight;
  readonly #outgoing: Outgoing;
  readonly #outbox: Outbox;
  readonly #unfinished = new Set<Promise<void>>();
  readonly #pressing = new Set<Promise<void>>();
  #end: End | null = null;
  #wake: () => void = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#dialect = options.dialect ?? nativeDialect;
    this.#inFlight = new InFlight(this.#dialect, (request) => options.handler.request(request));
    this.#outbox = new Outbox(options.write, () => this.#stop('dead'));
    this.#outgoing = new Outgoing((id) => this.#sendCancel(id));
  }

  /** Reads and dispatches until the input ends, `stop` is called or the peer is gone. Requests may still run then: see `idle`. */
  async run(): Promise<End> {
    const lines = new LineSplitter(this.#options.maxInputBytes, this.#options.limitNames?.input);
    const chunks = this.#options.input[Symbol.asyncIterator]();
    const turns = new TurnsOfLoop();
    for (;;) {
      const chunk = await this.#next(chunks);
      if (chunk === null) break;
      for (const line of lines.push(chunk)) this.#receive(line);
      // `stop` must work whether or not the peer reads.
      await this.#unlessEnded(this.#outbox.belowBytes(pauseBytes));
      // Notifications are handled before more is read.
      if (this.#pressing.size > 0) await this.#unlessEnded(Promise.all(this.#pressing));
      // A peer that writes faster than it is read would leave no turn to timers and signals.
      await this.#unlessEnded(turns.giveWhenDue());
    }
    if (this.#end === null) for (const line of lines.end()) if (!this.#isCut(line)) this.#receive(line);
    this.#end ??= 'eof';
    this.#outgoing.close();
    return this.#end;
  }

  /** Makes `run` return without waiting for more input. */
  stop(): void {
    this.#stop('stopped');
  }

  /** Sends a request to the peer. */
  request(method: string, params: SentParams, options: RequestOptions = {}): OutgoingRequest {
    return this.#outgoing.open(method, options, (id) => {
      const line = `{"jsonrpc":"2.0","id":${id},${call(method, params)}}`;
      const limit = this.#outputLimit();
      if (isLongerThan(line, limit.bytes)) {
        return cannot('send', method, `its line has ${encodeText(line).length} bytes`, mostOf(limit));
      }
      void this.#outbox.send(line);
      return null;
    });
  }

  /** Sends a notification; resolves once it is written. */
  notify(method: string, params: SentParams): Promise<void> {
    return this.#outbox.send(`{"jsonrpc":"2.0",${call(method, params)}}`);
  }

  /** Sends a complete line, for notifications that contain an id of the peer unchanged. */
  send(line: string): Promise<void> {
    return this.#outbox.send(line);
  }

  /** Whether a request of the peer is still unanswered. */
  isServing(id: IdText): boolean {
    return this.#inFlight.has(id);
  }

  /** Resolves once the queue of unwritten output has room for the result of a call. */
  room(): Promise<void> {
    return this.#outbox.belowBytes(roomBytes);
  }

  /** Resolves once all requests are answered and the answers written. */
  async idle(): Promise<void> {
    while (this.#unfinished.size > 0) await Promise.all(this.#unfinished);
  }

  /** Whether a request is unanswered, or an answer not written yet. */
  get isBusy(): boolean {
    return this.#unfinished.size > 0;
  }

  /** Aborts all running requests; their handlers still answer. */
  cancelAll(): void {
    this.#inFlight.cancelAll();
  }

  /** Answers all running requests with a failure, without waiting for their handlers. */
  abandonAll(reason = requestCancelled()): void {
    this.#inFlight.abandonAll(reason);
  }

  #stop(end: End): void {
    this.#end ??= end;
    this.#wake();
  }

  /** The next chunk, or null at the end. (`Promise.race` would retain every chunk.) */
  #next(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> {
    if (this.#end !== null) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#wake = () => resolve(null);
      chunks.next().then(
        ({ done, value }) => resolve(done === true ? null : value),
        () => resolve(null),
      );
    });
  }

  /** Resolves with `work`, which never rejects, or once reading has ended. */
  #unlessEnded(work: Promise<unknown>): Promise<void> {
    if (this.#end !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      void work.then(() => resolve());
    });
  }

  /** Whether a last line without its LF is the start of a message that the end of the input cut: none was lost but with all others. */
  #isCut(line: Line): boolean {
    if (this.#options.handler.lost === undefined) return false;
    const parsed = parseLine(line, this.#dialect);
    return parsed.kind === 'single' && parsed.message.kind === 'invalid';
  }

  #receive(line: Line): void {
    const written: Promise<void> = this.#answerLine(line, () => written).then((answer) =>
      answer === null ? undefined : this.#outbox.send(answer),
    );
    this.#track(written);
  }

  #track(task: Promise<void>): void {
    this.#unfinished.add(task);
    void task.then(() => this.#unfinished.delete(task));
  }

  /** The response line to a line; null if there is nothing to answer. */
  async #answerLine(line: Line, answered: () => Promise<void>): Promise<string | null> {
    const { handler } = this.#options;
    const parsed = parseLine(line, this.#dialect);
    if (parsed.kind === 'single') {
      const loss = lossOf(parsed.message);
      if (loss !== null && handler.lost !== undefined) {
        handler.lost(line.text, loss);
        return null;
      }
      const answer = await this.#answer(parsed.message, { lineSharedBy: 1, answered });
      return answer === null ? null : encodeReplyWithin(answer.id, answer.reply, this.#outputLimit());
    }
    const { messages } = parsed;
    const lineSharedBy = messages.filter(({ kind }) => kind === 'request').length;
    const answers = await Promise.all(messages.map((each) => this.#answer(each, { lineSharedBy, answered })));
    const given = answers.filter((answer) => answer !== null);
    return given.length === 0 ? null : encodeBatch(given, this.#outputLimit());
  }

  #outputLimit(): LineLimit {
    const { maxOutputBytes, limitNames } = this.#options;
    return { bytes: maxOutputBytes?.() ?? Number.POSITIVE_INFINITY, raise: limitNames?.output };
  }

  #answer(message: Message, line: Pick<IncomingRequest, 'lineSharedBy' | 'answered'>) {
    switch (message.kind) {
      case 'request':
        return this.#inFlight.serve(message.id, { ...message, ...line });
      case 'notification':
        if (this.#dialect.runsNotifications && this.#options.handler.notification === undefined)
          this.#runUnanswered(message);
        else this.#notice(message.method, message.params);
        return null;
      case 'cancel':
        if (message.target !== null) this.#inFlight.cancel(message.target);
        return message.id === null ? null : { id: message.id, reply: { result: null } };
      case 'aimless':
        return { id: message.id, reply: { error: aimlessCancel(message.field) } };
      case 'response':
        this.#outgoing.settle(message.id, message.answer);
        return null;
      case 'bare':
        // JavaScript omits an undefined result, so this may be such an answer.
        if (this.#outgoing.settle(message.id, { result: null })) return null;
        return { id: message.id, reply: { error: protocolError('invalid_request', message.problem) } };
      case 'invalid':
        return { id: message.id, reply: { error: protocolError(message.code, message.problem) } };
    }
  }

  #notice(method: string, params: Params): void {
    try {
      const pressure = this.#options.handler.notification?.(method, params);
      if (pressure === undefined) return;
      const taken = pressure.catch(() => {}).finally(() => this.#pressing.delete(taken));
      this.#pressing.add(taken);
    } catch {
      // A notification is never answered, not even with an error (JSON-RPC 2.0, section 4.1).
    }
  }

  /** Runs a request without an id; a batch does not wait for it, `idle` does. */
  #runUnanswered(called: Call): void {
    const served = this.#inFlight.serve(null, {
      ...called,
      lineSharedBy: 1,
      answered: () => Promise.resolve(),
    });
    this.#track(served.then(() => undefined));
  }

  #sendCancel(id: IdText): void {
    for (const [method, member] of this.#dialect.cancelMethods) {
      void this.#outbox.send(
        `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":{"${member}":${id}}}`,
      );
      return;
    }
  }
}

function call(method: string, params: SentParams): string {
  const text = typeof params === 'string' ? params : jsonLine(params);
  return `"method":${JSON.stringify(method)}${params === undefined ? '' : `,"params":${text}`}`;
}
