import { cannot, ToolFailure } from '../core/failure.ts';
import type { Answer, IdText } from './message.ts';

export interface RequestOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds until the request times out; unlimited by default. */
  readonly timeoutMs?: number;
  /** Milliseconds that the peer has to answer a cancelled request with a partial result; 0 by default. */
  readonly cancelWaitMs?: number;
}

/** A request sent to the peer. */
export interface OutgoingRequest {
  readonly id: IdText;
  /** The peer's result or error. Rejects with `cancelled` (aborted), `timed_out` or `tool_failed` (connection closed, line too long). */
  readonly answer: Promise<Answer>;
}

interface Waiter {
  readonly method: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (failure: ToolFailure) => void;
}

/** Our requests that wait for the peer's answer. */
export class Outgoing {
  readonly #waiters = new Map<IdText, Waiter>();
  readonly #sendCancel: (id: IdText) => void;
  #lastId = 0;
  #closed = false;

  /** `sendCancel` tells the peer that a request is cancelled. */
  constructor(sendCancel: (id: IdText) => void) {
    this.#sendCancel = sendCancel;
  }

  /** Registers a request and calls `send`, which returns a failure if it cannot; not if it is already aborted or the connection closed. */
  open(method: string, options: RequestOptions, send: (id: IdText) => ToolFailure | null): OutgoingRequest {
    this.#lastId += 1;
    const id = String(this.#lastId);
    const obstacle =
      options.signal?.aborted === true
        ? abortedFailure(method)
        : this.#closed
          ? closedFailure(method)
          : send(id);
    if (obstacle !== null) return { id, answer: Promise.reject(obstacle) };
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiters.set(id, { method, resolve, reject });
    });
    return { id, answer: this.#watch({ id, method, answer, options }) };
  }

  /** Resolves a request with the peer's answer. Returns whether one was waiting for it. */
  settle(id: IdText, answer: Answer): boolean {
    this.#waiters.get(id)?.resolve(answer);
    return this.#waiters.delete(id);
  }

  /** Fails all waiting and future requests: the connection is gone. */
  close(): void {
    this.#closed = true;
    for (const [id, { method }] of this.#waiters) this.#fail(id, closedFailure(method));
  }

  #fail(id: IdText, failure: ToolFailure): void {
    this.#waiters.get(id)?.reject(failure);
    this.#waiters.delete(id);
  }

  async #watch(request: {
    readonly id: IdText;
    readonly method: string;
    readonly answer: Promise<Answer>;
    readonly options: RequestOptions;
  }): Promise<Answer> {
    const { id, method, options } = request;
    const timers: ReturnType<typeof setTimeout>[] = [];
    let isGivenUp = false;
    const giveUp = (failure: ToolFailure): void => {
      if (isGivenUp) return;
      isGivenUp = true;
      this.#sendCancel(id);
      timers.push(setTimeout(() => this.#fail(id, failure), options.cancelWaitMs ?? 0));
    };
    const onAbort = (): void => giveUp(abortedFailure(method, options.cancelWaitMs));
    if (options.timeoutMs !== undefined) {
      const wanted = `an answer within ${options.timeoutMs} ms`;
      const failure = cannot('wait for', method, 'no answer came', wanted, 'timed_out');
      timers.push(setTimeout(() => giveUp(failure), options.timeoutMs));
    }
    options.signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await request.answer;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      options.signal?.removeEventListener('abort', onAbort);
    }
  }
}

function abortedFailure(method: string, waitedMs = 0): ToolFailure {
  const silence =
    waitedMs > 0 ? `; the other side has not said within ${waitedMs / 1000} s that it has ended` : '';
  return new ToolFailure('cancelled', `Request "${method}" cancelled${silence}`);
}

function closedFailure(method: string): ToolFailure {
  return cannot('wait for', method, 'the connection is closed', 'an answer');
}
