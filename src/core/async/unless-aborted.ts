import { ToolFailure } from '../failure.ts';

/**
 * What `work` comes to, unless the signal is aborted before: then throws `cancelled` with the message at once, and the work ends
 * unheard, unless others wait for it.
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
