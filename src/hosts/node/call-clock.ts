import type { NodeLimits } from './node-shapes.ts';

/** Seconds for a call that states no time of its own: a file of any size over a slow network. */
const unnamedSeconds = 300;
/** Seconds added to every limit for the round trip and a busy machine. */
const spareSeconds = 10;

/** How long a call may take on a node, in seconds: a time of its own, the node's default for commands, or null if it states none. */
export type CallSeconds = number | 'as commands' | null;

/** Milliseconds within which a node should have answered a call by its own limits. */
export function longestWaitMs(seconds: CallSeconds, limits: NodeLimits): number {
  const own = seconds === 'as commands' ? limits.commandSeconds : (seconds ?? unnamedSeconds);
  return (own + limits.graceSeconds + spareSeconds) * 1000;
}

export interface ClockOptions {
  readonly ms: number;
  /** Whether the call may still be queued; if so, its time starts over. */
  isQueued(): boolean;
  onOverdue(): void;
}

/** Limits the time a node has for a call, not counting the time it waits for us. */
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

  /** Settles as `work` does; the clock stands still until then. */
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
