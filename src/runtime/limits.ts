import { ToolFailure } from '../core/failure.ts';
import { unlessAborted } from '../core/unless-aborted.ts';

export interface CallLimits {
  /** Calls that run at once. */
  readonly concurrent: number;
  /** Calls that wait for a place. */
  readonly queued: number;
}

interface Waiter {
  readonly start: () => void;
}

/** Hands out the places for calls that run: a bounded number at once, a bounded queue in order of arrival. */
export class CallLimiter {
  readonly #limits: CallLimits;
  readonly #queue = new Set<Waiter>();
  #running = 0;

  constructor(limits: CallLimits) {
    this.#limits = limits;
  }

  /**
   * Waits for a place, then for `room`; the returned function gives the place back, once. Throws `overloaded` when the
   * queue is full and `cancelled` when the signal is aborted while it waits.
   */
  async take(signal: AbortSignal, room: (() => Promise<void>) | null = null): Promise<() => void> {
    if (signal.aborted) throw new ToolFailure('cancelled', 'Cancelled before it began');
    if (this.#running < this.#limits.concurrent) this.#running += 1;
    else await this.#wait(signal);
    let isHeld = true;
    const leave = (): void => {
      if (isHeld) this.#release();
      isHeld = false;
    };
    try {
      if (room !== null) await unlessAborted(room(), signal);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  #wait(signal: AbortSignal): Promise<void> {
    const { concurrent, queued } = this.#limits;
    if (this.#queue.size >= queued) {
      throw new ToolFailure(
        'overloaded',
        `${concurrent} calls run and ${queued} wait already (caps.concurrentCalls, caps.queuedCalls)`,
      );
    }
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.delete(waiter);
        reject(new ToolFailure('cancelled', 'Cancelled while it waited for a place'));
      };
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      this.#queue.add(waiter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** A place that becomes free goes straight to the first in the queue, so nobody overtakes. */
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
