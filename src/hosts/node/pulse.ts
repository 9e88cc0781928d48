import { RunningTime } from '../../core/async/running-time.ts';

/** Milliseconds of silence after which the other side is pinged, and after which it counts as gone. */
const askMs = 15_000;
const deadMs = 45_000;
/** Milliseconds between two checks. */
const lookMs = askMs / 3;

export interface PulseOptions {
  /** Whether anything waits for the other side. */
  isNeeded(): boolean;
  /** Sends a request that is answered at once. */
  ping(): void;
  giveUp(reason: string): void;
}

/** Detects a connection that has gone silent: no program is told when a network vanishes. */
export class Pulse {
  readonly #options: PulseOptions;
  /** Time since the last bytes arrived, not counting time in which this process was stopped. */
  readonly #silence = new RunningTime(2 * lookMs);
  #paused = 0;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(options: PulseOptions) {
    this.#options = options;
  }

  /** Passes chunks through and notes when they arrive. */
  async *listen(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of input) {
      this.#silence.restart();
      yield chunk;
    }
  }

  /** Starts to measure silence, if it is not measured already. */
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

  /** Does not count silence until the promise settles, because nothing is read meanwhile. */
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
