export interface SleepOptions {
  /** Ends the pause when it is aborted. */
  readonly signal?: AbortSignal;
  /** False: the pause alone does not keep the process running. */
  readonly ref?: boolean;
}

/** Resolves after so many milliseconds, or when the signal is aborted. (node:timers/promises would be loaded at every start.) */
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
