import type { Child } from '../process/child.ts';
import { sendSignal } from '../process/signals.ts';

/** What ended a search whose result counts. */
export type SearchEnd = 'itself' | 'timeout' | 'cancel' | 'enough';

/** Milliseconds to wait for the pipes after a kill; a process stuck in the kernel keeps them open. */
const drainMs = 1000;

/** Ends a search for a reason of ours; the first reason counts. */
export class Stopper {
  by: SearchEnd | 'memory' | 'threads' = 'itself';
  /** Resolves if a killed child does not even close its pipes. */
  readonly givenUp: Promise<null>;
  private child: Child | null = null;
  private readonly signal: AbortSignal;
  private readonly timer: ReturnType<typeof setTimeout>;
  private drain: ReturnType<typeof setTimeout> | undefined;
  private giveUp: () => void = () => {};
  private readonly onAbort = (): void => this.stop('cancel');

  constructor({ signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number }) {
    this.signal = signal;
    this.givenUp = new Promise((resolve) => {
      this.giveUp = () => resolve(null);
    });
    this.timer = setTimeout(() => this.stop('timeout'), timeoutMs);
    signal.addEventListener('abort', this.onAbort);
    if (signal.aborted) this.onAbort();
  }

  /** Sets the child to end, at once if there already is a reason. */
  watch(child: Child): void {
    this.child = child;
    if (this.by !== 'itself') this.kill();
  }

  stop(reason: Stopper['by']): void {
    if (this.by !== 'itself') return;
    this.by = reason;
    this.kill();
  }

  private kill(): void {
    if (this.child === null) return;
    sendSignal(this.child.pid, 'SIGKILL');
    this.drain = setTimeout(this.giveUp, drainMs);
  }

  dispose(): void {
    clearTimeout(this.timer);
    clearTimeout(this.drain);
    this.signal.removeEventListener('abort', this.onAbort);
  }
}
