/**
 * Milliseconds while this process actually runs: little of the time when it is stopped or starved is counted. So waiting for another
 * process does not time out because this one was suspended.
 */
export class RunningTime {
  readonly #mostLookMs: number;
  readonly #now: () => number;
  #passedMs = 0;
  #readAt: number;

  /**
   * At most `mostLookMs` count between two reads, so read more often than that while it matters; `now` is a monotonic clock in
   * milliseconds.
   */
  constructor(mostLookMs = 1000, now: () => number = () => performance.now()) {
    this.#mostLookMs = mostLookMs;
    this.#now = now;
    this.#readAt = now();
  }

  /** Restarts counting at 0. */
  restart(): void {
    this.#passedMs = 0;
    this.#readAt = this.#now();
  }

  /** Counted milliseconds since the restart. */
  read(): number {
    const now = this.#now();
    this.#passedMs += Math.min(now - this.#readAt, this.#mostLookMs);
    this.#readAt = now;
    return this.#passedMs;
  }
}
