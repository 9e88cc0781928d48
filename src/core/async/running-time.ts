/**
 * Milliseconds as a process lives them: of a time in which it was stopped, or got no processor, little counts. What waits for
 * another process so is not given up because this one was held.
 */
export class RunningTime {
  readonly #mostLookMs: number;
  readonly #now: () => number;
  #passedMs = 0;
  #readAt: number;

  /**
   * Between two looks `mostLookMs` count at most, so it is to be read more often than that while it matters; `now` tells milliseconds
   * of a clock that never goes back.
   */
  constructor(mostLookMs = 1000, now: () => number = () => performance.now()) {
    this.#mostLookMs = mostLookMs;
    this.#now = now;
    this.#readAt = now();
  }

  /** Counts from now on. */
  restart(): void {
    this.#passedMs = 0;
    this.#readAt = this.#now();
  }

  /** Milliseconds since the restart. */
  read(): number {
    const now = this.#now();
    this.#passedMs += Math.min(now - this.#readAt, this.#mostLookMs);
    this.#readAt = now;
    return this.#passedMs;
  }
}
