import type { NodeLimits } from './node-shapes.ts';

/** Seconds that a call has which names no time of its own: a file of any size over a slow network. */
const unnamedSeconds = 300;
/** Seconds on top of every time: for the way there and back, and a busy machine. */
const spareSeconds = 10;

/** How long a call may take on a node, in seconds: its own time, that of the node's commands, or none that it names. */
export type CallSeconds = number | 'as commands' | null;

/** Milliseconds after which a node should have answered a call by its own limits. */
export function longestWaitMs(seconds: CallSeconds, limits: NodeLimits): number {
  const own = seconds === 'as commands' ? limits.commandSeconds : (seconds ?? unnamedSeconds);
  return (own + limits.graceSeconds + spareSeconds) * 1000;
}

export interface ClockOptions {
  readonly ms: number;
  /** Whether the call may still wait for its turn; then it has the whole time once more. */
  isQueued(): boolean;
  onOverdue(): void;
}

/** Counts the time that a node has for a call, but not while it waits for us. */
export class CallClock {
  readonly #options: ClockOptions;
  #leftMs: number;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #pauses = 0;

  constructor(options: ClockOptions) {
    this.#options = options;
    this.#leftMs = options.ms;
    this.#start();
  }

  /** What the promise comes to; the time until then does not count. */
  async whilePaused<T>(work: Promise<T>): Promise<T> {
    if (this.#pauses === 0) this.#pause();
    this.#pauses += 1;
    try {
      return await work;
    } finally {
      this.#pauses -= 1;
      if (this.#pauses === 0) this.#start();
    }
  }

  stop(): void {
    this.#pauses = Number.POSITIVE_INFINITY;
    this.#pause();
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#timer = setTimeout(() => this.#expire(), Math.max(0, this.#leftMs));
    this.#timer.unref?.();
  }

  #pause(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#leftMs -= performance.now() - this.#startedAt;
  }

  #expire(): void {
    const { ms, isQueued, onOverdue } = this.#options;
    this.#timer = null;
    if (!isQueued()) {
      onOverdue();
      return;
    }
    this.#leftMs = ms;
    this.#start();
  }
}
