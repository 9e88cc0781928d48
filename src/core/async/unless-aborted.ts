import { ToolFailure } from '../failure.ts';

/**
 * The result of `work`; if the signal is aborted first, throws `cancelled` with the message at once and ignores what the work still
 * yields. The work itself is not stopped.
 */
export function unlessAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  message = 'Request cancelled',
): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new ToolFailure('cancelled', message));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
