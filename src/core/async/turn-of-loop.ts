/** Resolves once input, signals and timers that are due have been heard. (node:timers/promises would be loaded at every start.) */
export function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds for which work that never waits itself may go on with nothing else heard. */
const deafMs = 10;

/** The turns that long work gives everything else. */
export class TurnsOfLoop {
  #heardAt = performance.now();
  #given: Promise<void> | null = null;

  /** Whether somebody waits for one that is given. */
  get isGiven(): boolean {
    return this.#given !== null;
  }

  /** Gives a turn where the last was given long ago. Who asks while one is given goes on behind those who asked before. */
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
