import type { Taking } from './child.ts';

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** Of several streams together. */
export class TakingAll implements Taking {
  readonly #parts: readonly Taking[];

  constructor(parts: readonly Taking[]) {
    this.#parts = parts;
  }

  get lastAt(): number {
    return Math.max(...this.#parts.map(({ lastAt }) => lastAt));
  }

  get received(): number {
    return sum(this.#parts.map(({ received }) => received));
  }

  get heldUp(): Promise<void> | null {
    return this.#parts.find(({ heldUp }) => heldUp !== null)?.heldUp ?? null;
  }

  get unread(): number {
    return sum(this.#parts.map(({ unread }) => unread));
  }
}

/** Hands on the pieces of one stream; after each it is to be read on when `hand` returns nothing, or when the returned promise resolves. */
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
