import type { ToolFailure } from '../core/failure.ts';
import type { Dialect } from './dialect.ts';
import { errorOf, protocolError, requestCancelled } from './errors.ts';
import { type Call, type IdText, nullId } from './message.ts';
import type { Reply } from './reply.ts';

export interface IncomingRequest extends Call {
  readonly id: IdText;
  /** Requests that share the answer's line, including this one: more than 1 in a batch. */
  readonly lineSharedBy: number;
  /** Resolves once the answer is written; the handler must not call it before its first `await`. */
  readonly answered: () => Promise<void>;
  /** Aborted when the peer cancels the request, or the connection's owner cancels all. */
  readonly signal: AbortSignal;
}

interface Answered {
  readonly id: IdText;
  readonly reply: Reply;
}

interface Entry {
  /** Null for a call without an id. */
  readonly id: IdText | null;
  readonly controller: AbortController;
  readonly abandon: (reason: ToolFailure) => void;
}

/** Runs the calls of the peer, and knows those that are still running. */
export class InFlight {
  readonly #entries = new Set<Entry>();
  readonly #byId = new Map<IdText, Entry>();
  readonly #dialect: Pick<Dialect, 'answersCancelled'>;
  readonly #handle: (request: IncomingRequest) => Promise<unknown>;

  /** `handle` returns a request's result, or throws. */
  constructor(
    dialect: Pick<Dialect, 'answersCancelled'>,
    handle: (request: IncomingRequest) => Promise<unknown>,
  ) {
    this.#dialect = dialect;
    this.#handle = handle;
  }

  /** Whether a request with this id is running. Requests with a null id are indistinguishable, so any number may run. */
  has(id: IdText): boolean {
    return this.#byId.has(id);
  }

  /**
   * Runs a request; with a null id a notification, which cannot be cancelled by id. Resolves with its answer: null if it was
   * cancelled and the dialect has no answer for that.
   */
  serve(given: IdText | null, call: Omit<IncomingRequest, 'id' | 'signal'>): Promise<Answered | null> {
    const id = given ?? nullId;
    const again = 'a request with this id is still running';
    if (this.has(id))
      return Promise.resolve({ id, reply: { error: protocolError('invalid_request', again) } });
    return new Promise((resolve) => {
      const abandon = (reason: ToolFailure): void => finish({ error: errorOf(reason, signal) });
      const { signal, close } = this.#open(given, abandon);
      const finish = (reply: Reply): void => {
        close();
        resolve(signal.aborted && !this.#dialect.answersCancelled ? null : { id, reply });
      };
      this.#reply({ ...call, id, signal }).then(finish, () => undefined);
    });
  }

  async #reply(request: IncomingRequest): Promise<Reply> {
    try {
      return { result: await this.#handle(request) };
    } catch (error) {
      return { error: errorOf(error, request.signal) };
    }
  }

  /** Registers a call; `abandon` answers it without waiting for its handler. Returns its signal and a function that removes it. */
  #open(
    id: Entry['id'],
    abandon: Entry['abandon'],
  ): { readonly signal: AbortSignal; readonly close: () => void } {
    const entry: Entry = { id, controller: new AbortController(), abandon };
    this.#entries.add(entry);
    const isNamed = id !== null && id !== nullId;
    if (isNamed) this.#byId.set(id, entry);
    const close = (): void => {
      this.#entries.delete(entry);
      if (isNamed && this.#byId.get(id) === entry) this.#byId.delete(id);
    };
    return { signal: entry.controller.signal, close };
  }

  /** Aborts the request with this id, or all with a null id; an unknown or answered one is ignored. */
  cancel(id: IdText): void {
    if (id === nullId) this.#abort((entry) => entry.id === nullId);
    else this.#byId.get(id)?.controller.abort(requestCancelled());
  }

  cancelAll(): void {
    this.#abort(() => true);
  }

  #abort(isMeant: (entry: Entry) => boolean): void {
    for (const entry of [...this.#entries].filter(isMeant)) entry.controller.abort(requestCancelled());
  }

  /** Answers all running calls with a failure. */
  abandonAll(reason: ToolFailure): void {
    for (const entry of this.#entries) entry.abandon(reason);
  }
}
