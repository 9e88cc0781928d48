import { TurnsOfLoop } from '../core/async/turn-of-loop.ts';
import { unlessAborted } from '../core/async/unless-aborted.ts';
import { ToolFailure } from '../core/failure.ts';

export interface CallLimits {
  /** Most calls that run at once. */
  readonly concurrent: number;
  /** Most calls that wait for a place. */
  readonly queued: number;
}

interface Waiter {
  readonly start: () => void;
}

/** The place of a call that runs. */
export interface Place {
  /** Releases the place; further calls do nothing. */
  leave(): void;
  /**
   * Does long work that needs no place, such as waiting for a person, while others run; then waits for a place again. Throws
   * `cancelled` if the call is cancelled by then.
   */
  aside<T>(work: () => Promise<T>): Promise<T>;
}

/** Limits running calls: a bounded number at once, and a bounded queue in order of arrival. */
export class CallLimiter {
  readonly #limits: CallLimits;
  readonly #queue = new Set<Waiter>();
  readonly #turns = new TurnsOfLoop();
  #running = 0;
  #aside = 0;

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a place, then for `room`. Throws `overloaded` if as many calls run, wait and stand aside as places and queue hold
   * together, and `cancelled` when the signal is aborted while it waits.
   */
  async take(signal: AbortSignal, room: (() => Promise<void>) | null = null): Promise<Place> {
    if (signal.aborted) throw new ToolFailure('cancelled', 'Cancelled before it began.');
    this.#requireRoom();
    const hasWaited = await this.#enter(signal);
    let isHeld = true;
    const leave = (): void => {
      if (isHeld) this.#release();
      isHeld = false;
    };
    const aside = async <T>(work: () => Promise<T>): Promise<T> => {
      this.#aside += 1;
      leave();
      try {
        return await work();
      } finally {
        this.#aside -= 1;
        await this.#enter(signal);
        isHeld = true;
      }
    };
    try {
      // Without this, calls that never wait would run one after another while input, signals and timers are not
      // handled.
      if (hasWaited || this.#turns.isGiven) await unlessAborted(this.#turns.giveWhenDue(), signal);
      if (room !== null) await unlessAborted(room(), signal);
    } catch (error) {
      leave();
      throw error;
    }
    return { leave, aside };
  }

  #requireRoom(): void {
    const { concurrent, queued } = this.#limits;
    if (this.#running + this.#queue.size + this.#aside < concurrent + queued) return;
    throw new ToolFailure(
      'overloaded',
      `as many calls run and wait as may (caps.concurrentCalls is ${concurrent}, caps.queuedCalls ${queued})`,
    );
  }

  /** Resolves once there is a place, with whether it had to wait. */
  async #enter(signal: AbortSignal): Promise<boolean> {
    if (this.#running < this.#limits.concurrent) {
      this.#running += 1;
      return false;
    }
    await this.#wait(signal);
    return true;
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.delete(waiter);
        reject(new ToolFailure('cancelled', 'Cancelled while it waited for a place.'));
      };
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (signal.aborted) {
        leave();
        return;
      }
      this.#queue.add(waiter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** A released place goes directly to the first in the queue, so nobody overtakes. */
  #release(): void {
    const [next] = this.#queue;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#queue.delete(next);
    next.start();
  }
}
