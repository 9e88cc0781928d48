import type { Taking } from './child.ts';

/** Time of the last output of any of the streams, in `performance.now()` milliseconds. */
export function lastTakenAt(takings: readonly Taking[]): number {
  return Math.max(...takings.map(({ lastAt }) => lastAt));
}

/** Hands on the chunks of one stream; reading may continue when `hand` returns nothing, or its promise resolves. */
export class Handing {
  received = 0;
  heldUp: Promise<void> | null = null;
  readonly #onBytes: (bytes: Uint8Array) => void | Promise<void>;
  #takenAt = 0;

  constructor(onBytes: (bytes: Uint8Array) => void | Promise<void>) {
    this.#onBytes = onBytes;
  }

  get lastAt(): number {
    return this.heldUp === null ? this.#takenAt : performance.now();
  }

  hand(bytes: Uint8Array): void | Promise<void> {
    this.received += bytes.length;
    this.#takenAt = performance.now();
    const pressure = this.#onBytes(bytes);
    if (pressure !== undefined) return this.#whileHeldUp(pressure);
  }

  async #whileHeldUp(pressure: Promise<void>): Promise<void> {
    this.heldUp = pressure;
    try {
      await pressure;
    } finally {
      this.heldUp = null;
      this.#takenAt = performance.now();
    }
  }
}
