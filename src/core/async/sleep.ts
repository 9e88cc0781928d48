export interface SleepOptions {
  /** Ends the pause when aborted. */
  readonly signal?: AbortSignal;
  /** False: the timer alone does not keep the process running. */
  readonly ref?: boolean;
}

/** Resolves after the given milliseconds, or when the signal is aborted. (Importing node:timers/promises would slow every start.) */
export function sleep(milliseconds: number, { signal, ref = true }: SleepOptions = {}): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    if (!ref) timer.unref();
    if (signal?.aborted) wake();
    else signal?.addEventListener('abort', wake);
  });
}
