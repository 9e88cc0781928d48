import { cannot, type ToolFailure } from '../core/failure.ts';
import { jsonLine } from '../core/text/json-line.ts';
import { encodeText } from '../core/text/utf8.ts';
import { type Dialect, nativeDialect } from './dialect.ts';
import { errorOf, protocolError, requestCancelled } from './errors.ts';
import { type Line, LineSplitter } from './framing.ts';
import { InFlight } from './in-flight.ts';
import { isLongerThan } from './json.ts';
import { type Call, type IdText, lossOf, type Message, nullId, type Params, parseLine } from './message.ts';
import { Outbox } from './outbox.ts';
import { Outgoing, type OutgoingRequest, type RequestOptions } from './outgoing.ts';
import { encodeBatch, encodeReplyWithin, type LineLimit, mostOf, type Reply } from './reply.ts';

export interface IncomingRequest extends Call {
  readonly id: IdText;
  /** Requests that are answered on the same line, this one included: more than 1 in a batch. */
  readonly lineSharedBy: number;
  /** Resolves once its answer is written; not to be called before the handler has given way once. */
  readonly answered: () => Promise<void>;
  /** Aborted when the peer cancels the request, and when the connection's owner ends everything. */
  readonly signal: AbortSignal;
}

export interface Handler {
  /** Gives the result (any JSON value or a Shrinkable), or throws. Once its signal is aborted it has to settle by itself. */
  request(request: IncomingRequest): Promise<unknown>;
  /** A returned promise is back-pressure: nothing more is read before it settles. */
  notification?(method: string, params: Params): void | Promise<void>;
  /**
   * Gets a line, or its beginning, that tells of a message which one of the two sides could not read, and in a few words which.
   * Gives whether that is all there is to do; else the peer is told.
   */
  lost?(line: string, loss: string): boolean;
}

export interface ConnectionOptions {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes all bytes; resolving late is back-pressure, rejecting means that the peer is gone. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly handler: Handler;
  /** Bytes of an incoming line. */
  readonly maxInputBytes: number;
  /** Bytes of an outgoing line; asked for each answer and request, no limit by default. Notifications are the sender's to cut. */
  readonly maxOutputBytes?: () => number;
  /** What sets the two limits, as a message says it. */
  readonly limitNames?: { readonly input: string; readonly output?: string };
  readonly dialect?: Dialect;
}

/** Why reading ended: the peer closed its side, the owner stopped it, or the peer takes no more bytes. */
export type End = 'eof' | 'stopped' | 'dead';

/** Input is not read while more bytes than this wait to be written, so a peer that never reads cannot fill the memory. */
const pauseBytes = 64 * 1024 * 1024;
/** Nor does a call begin while more than this waits: thousands may have been read before the first was answered. */
const roomBytes = 16 * 1024 * 1024;

/** Params, or their JSON text where they carry an id of the peer as it came. */
type SentParams = Params | string;

interface Answered {
  readonly id: IdText;
  readonly reply: Reply;
}

/** JSON-RPC 2.0 in both directions on one pair of byte streams. Every request of the peer is answered exactly once. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #dialect: Dialect;
  readonly #inFlight = new InFlight();
  readonly #outgoing: Outgoing;
  readonly #outbox: Outbox;
  readonly #unfinished = new Set<Promise<void>>();
  readonly #pressing = new Set<Promise<void>>();
  #end: End | null = null;
  #wake: () => void = () => {};

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#dialect = options.dialect ?? nativeDialect;
    this.#outbox = new Outbox(options.write, () => this.#stop('dead'));
    this.#outgoing = new Outgoing((id) => this.#sendCancel(id));
  }

  /** Reads and dispatches until the input ends, `stop` is called or the peer is gone. Requests may still run then: see `idle`. */
  async run(): Promise<End> {
    const lines = new LineSplitter(this.#options.maxInputBytes, this.#options.limitNames?.input);
    const chunks = this.#options.input[Symbol.asyncIterator]();
    for (;;) {
      const chunk = await this.#next(chunks);
      if (chunk === null) break;
      for (const line of lines.push(chunk)) this.#receive(line);
      // What is told to end must end, whether or not the peer ever reads.
      await this.#unlessEnded(this.#outbox.belowBytes(pauseBytes));
      // What notifications brought is to be taken first.
      if (this.#pressing.size > 0) await this.#unlessEnded(Promise.all(this.#pressing));
    }
    if (this.#end === null) for (const line of lines.end()) this.#receive(line);
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

  /** Sends a line made by the caller, for notifications that carry an id of the peer as it came. */
  send(line: string): Promise<void> {
    return this.#outbox.send(line);
  }

  /** Whether a request of the peer is not answered yet. */
  isServing(id: IdText): boolean {
    return this.#inFlight.has(id);
  }

  /** Resolves once the peer has taken so much that a call may add its result to what waits to be written. */
  room(): Promise<void> {
    return this.#outbox.belowBytes(roomBytes);
  }

  /** Resolves once every request so far is answered and written. */
  async idle(): Promise<void> {
    while (this.#unfinished.size > 0) await Promise.all(this.#unfinished);
  }

  /** Whether a request waits for its answer, or an answer to be written. */
  get isBusy(): boolean {
    return this.#unfinished.size > 0;
  }

  /** Aborts every request that runs; their handlers still answer. */
  cancelAll(): void {
    this.#inFlight.cancelAll();
  }

  /** Answers every request that still runs with a failure, without its handler. */
  abandonAll(reason = requestCancelled()): void {
    this.#inFlight.abandonAll(reason);
  }

  #stop(end: End): void {
    this.#end ??= end;
    this.#wake();
  }

  /** The next chunk, or null at the end; not a race of promises, which would hold on to every chunk's. */
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

  /** Resolves with `work`, which does not reject, or once reading has ended. */
  #unlessEnded(work: Promise<unknown>): Promise<void> {
    if (this.#end !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#wake = resolve;
      void work.then(() => resolve());
    });
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

  /** The line that answers a line, or null when there is nothing to answer. */
  async #answerLine(line: Line, answered: () => Promise<void>): Promise<string | null> {
    const parsed = parseLine(line, this.#dialect);
    if (parsed.kind === 'single') {
      const loss = lossOf(parsed.message);
      if (loss !== null && this.#options.handler.lost?.(line.text, loss) === true) return null;
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
        return this.#serve(message.id, { ...message, ...line });
      case 'notification':
        if (this.#dialect.runsNotifications && this.#options.handler.notification === undefined)
          this.#runUnanswered(message);
        else this.#notice(message.method, message.params);
        return null;
      case 'cancel':
        if (message.target !== null) this.#inFlight.cancel(message.target);
        return message.id === null ? null : { id: message.id, reply: { result: null } };
      case 'response':
        this.#outgoing.settle(message.id, message.answer);
        return null;
      case 'bare':
        // What JavaScript makes of a result that is undefined; nobody may wait for the rest of it.
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

  /** Runs a request without an id; a batch does not wait for it, the end of the connection does. */
  #runUnanswered(called: Call): void {
    const served = this.#serve(null, { ...called, lineSharedBy: 1, answered: () => Promise.resolve() });
    this.#track(Promise.resolve(served).then(() => undefined));
  }

  /** Runs a request, or with a null id a notification, which nobody can cancel by an id. */
  #serve(given: IdText | null, call: Omit<IncomingRequest, 'id' | 'signal'>) {
    const id = given ?? nullId;
    const again = 'a request with this id is still running';
    if (this.#inFlight.has(id)) return { id, reply: { error: protocolError('invalid_request', again) } };
    return new Promise<Answered | null>((resolve) => {
      const abandon = (reason: ToolFailure): void => finish({ error: errorOf(reason, signal) });
      const { signal, close } = this.#inFlight.open(given, abandon);
      const finish = (reply: Reply): void => {
        close();
        resolve(signal.aborted && !this.#dialect.answersCancelled ? null : { id, reply });
      };
      this.#handle({ ...call, id, signal }).then(finish, () => undefined);
    });
  }

  async #handle(request: IncomingRequest): Promise<Reply> {
    try {
      return { result: await this.#options.handler.request(request) };
    } catch (error) {
      return { error: errorOf(error, request.signal) };
    }
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
