/** Resolves once input, signals and timers that are due have been heard. (node:timers/promises would be loaded at every start.) */
export function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Milliseconds for which work that never waits itself may go on with nothing else heard. */
const deafMs = 10;

/** The turns that one piece of long work gives everything else. */
export class TurnsOfLoop {
  #heardAt = performance.now();

  /** Gives a turn where the last was given long ago. */
  async giveWhenDue(): Promise<void> {
    if (performance.now() - this.#heardAt < deafMs) return;
    await turnOfLoop();
    this.#heardAt = performance.now();
  }
}
