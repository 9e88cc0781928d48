import { RunningTime } from '../../core/async/running-time.ts';

/** Milliseconds of silence after which the other side is asked for a sign of life, and after which it counts as gone. */
const askMs = 15_000;
const deadMs = 45_000;
/** Milliseconds between two looks. */
const lookMs = askMs / 3;

export interface PulseOptions {
  /** Whether anything waits for the other side. */
  isNeeded(): boolean;
  /** Sends something that is answered at once. */
  ping(): void;
  giveUp(reason: string): void;
}

/** Notices that a connection has gone silent: a network that vanished is not an end that a program is told of. */
export class Pulse {
  readonly #options: PulseOptions;
  /** Since something was heard: while this process is stopped, nobody can be. */
  readonly #silence = new RunningTime(2 * lookMs);
  #paused = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: PulseOptions) {
    this.#options = options;
  }

  /** The same chunks, noticed. */
  async *listen(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      this.#silence.restart();
      yield chunk;
    }
  }

  /** Silence counts from now on, if it did not already. */
  start(): void {
    if (this.#timer !== null) return;
    this.#silence.restart();
    this.#timer = setInterval(() => this.#check(), lookMs);
    this.#timer.unref?.();
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Silence is of our own making until the promise settles: nothing is read meanwhile. */
  async whilePaused(pressure: Promise<void>): Promise<void> {
    this.#paused += 1;
    try {
      await pressure;
    } finally {
      this.#paused -= 1;
      this.#silence.restart();
    }
  }

  #check(): void {
    const { isNeeded, ping, giveUp } = this.#options;
    if (!isNeeded()) this.stop();
    if (!isNeeded() || this.#paused > 0) return;
    const silentMs = this.#silence.read();
    if (silentMs > deadMs) giveUp(`no sign of life for ${Math.round(silentMs / 1000)} s`);
    else if (silentMs > askMs) ping();
  }
}
