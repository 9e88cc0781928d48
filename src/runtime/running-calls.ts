import { sleep } from '../core/async/sleep.ts';
import type { Effect } from '../core/effect.ts';
import type { Outcome } from '../core/outcome.ts';
import { endedBy } from './ended-by.ts';

/** Milliseconds that calls without a process have to finish on shutdown. */
const finishLimitMs = 1000;

interface Entry {
  readonly controller: AbortController;
  settled: Promise<void>;
  /** Null until the call is planned. */
  ownsProcess: boolean | null;
}

/** A call's own signal, and a function to report its effects. */
export interface CallHandle {
  readonly signal: AbortSignal;
  planned(effects: readonly Effect[]): void;
}

/** The unanswered calls of a service, to end them all. */
export class RunningCalls {
  readonly #entries = new Set<Entry>();
  #isEnding = false;
  /** The reason of a shutdown, to report. */
  #why: string | null = null;

  /** Runs a call with a signal that is aborted by the caller's or on shutdown, which the partial Outcome then reports. */
  run(caller: AbortSignal, start: (handle: CallHandle) => Promise<Outcome>): Promise<Outcome> {
    const controller = new AbortController();
    const entry: Entry = { controller, settled: Promise.resolve(), ownsProcess: null };
    const abort = (): void => controller.abort(caller.reason);
    if (caller.aborted) abort();
    caller.addEventListener('abort', abort, { once: true });
    const planned = (effects: readonly Effect[]): void => {
      entry.ownsProcess = effects.some(({ kind }) => kind === 'exec');
      if (this.#isEnding && entry.ownsProcess) controller.abort();
    };
    const result = start({ signal: controller.signal, planned }).catch((error: unknown) => {
      if (this.#why === null) throw error;
      return endedBy(error, [this.#why]);
    });
    const leave = (): void => {
      caller.removeEventListener('abort', abort);
      this.#entries.delete(entry);
    };
    entry.settled = result.then(leave, leave);
    this.#entries.add(entry);
    return result;
  }

  /** Aborts the calls with a process at once and the others after a second; resolves once all are answered. */
  async end(why: string | null = null): Promise<void> {
    this.#isEnding = true;
    this.#why = why;
    for (const { ownsProcess, controller } of this.#entries) if (ownsProcess === true) controller.abort();
    const finished = Promise.all([...this.#entries].map(({ settled }) => settled));
    await Promise.race([finished, sleep(finishLimitMs, { ref: false })]);
    for (const { controller } of this.#entries) controller.abort();
    await finished;
  }
}
