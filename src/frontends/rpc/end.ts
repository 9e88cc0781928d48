import { sleep } from '../../core/sleep.ts';
import type { Service } from '../../runtime/service.ts';
import type { Connection, End } from '../../wire/connection.ts';

/**
 * Milliseconds after the end of the input; together they keep the end within 1.5 s. First short calls may finish, so that
 * `printf … | agent-tools rpc` gets its answers; then everything is ended; then the last answers are written.
 */
const endMs = { short: 150, shutdown: 1200, flush: 100 };

/** Ends what a connection still runs and answers it; takes 1.5 s at most. An aborted `stop` skips the time for short calls. */
export async function endServing(
  service: Service,
  connection: Connection,
  { end, stop }: { readonly end: End; readonly stop: AbortSignal },
): Promise<void> {
  if (end !== 'dead') await atMost(endMs.short, connection.idle(), stop);
  await atMost(endMs.shutdown, endEverything(service, connection));
  connection.abandonAll();
  if (end !== 'dead') await atMost(endMs.flush, connection.idle());
}

async function endEverything(service: Service, connection: Connection): Promise<void> {
  await service.shutdown();
  connection.cancelAll();
  await connection.idle();
}

/** Waits for `work`, but no longer than so many milliseconds, nor past the abort of `signal`. */
async function atMost(milliseconds: number, work: Promise<void>, signal?: AbortSignal): Promise<void> {
  const timer = new AbortController();
  const cut = signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal]);
  const limit = sleep(milliseconds, { signal: cut });
  // What goes wrong at the end must not keep the last answers from being written.
  await Promise.race([work.catch(() => {}), limit]);
  timer.abort();
}
