/** Resolves once pending input, signals and due timers have been handled. (Importing node:timers/promises would slow every start.) */
export function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Most milliseconds for which synchronous work may block the event loop. */
const deafMs = 10;

/** Lets long synchronous work yield to the event loop. */
export class TurnsOfLoop {
  #heardAt = performance.now();
  #given: Promise<void> | null = null;

  /** Whether a turn is pending, so that a caller waits for it. */
  get isGiven(): boolean {
    return this.#given !== null;
  }

  /** Yields if the last turn was more than 10 ms ago. Callers during a pending turn wait for it and resume in their order. */
  async giveWhenDue(): Promise<void> {
    if (this.#given === null && performance.now() - this.#heardAt < deafMs) return;
    this.#given ??= this.#give();
    await this.#given;
  }

  async #give(): Promise<void> {
    await turnOfLoop();
    this.#heardAt = performance.now();
    this.#given = null;
  }
}
