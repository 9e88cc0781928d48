/** Most milliseconds between two looks that count as time in which the process ran. */
const mostLookMs = 1000;

/**
 * Milliseconds as a process lives them: of a time in which it was stopped, or got no processor, little counts. What waits for
 * another process so is not given up because this one was held. To be read at least once a second while it matters.
 */
export class RunningTime {
  readonly #now: () => number;
  #passedMs = 0;
  #readAt: number;

  /** `now` tells milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
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
    this.#passedMs += Math.min(now - this.#readAt, mostLookMs);
    this.#readAt = now;
    return this.#passedMs;
  }
}
