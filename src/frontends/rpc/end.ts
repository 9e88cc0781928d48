import { sleep } from '../../core/async/sleep.ts';
import { ToolFailure } from '../../core/failure.ts';
import type { Service } from '../../runtime/service.ts';
import type { Connection, End } from '../../wire/connection.ts';
import type { ServeIo } from './serve.ts';

/** Milliseconds for which a client may take nothing of its answers, once it has ended the input, before it counts as gone. */
export const clientPatienceMs = 5000;

/**
 * Milliseconds after the end of the input; together they keep the end within 1.5 s. First short calls may finish, so that
 * `printf … | agent-tools rpc` gets its answers; then everything is ended; then the last answers are written, and a client
 * that is slow to read is waited for.
 */
const endMs = { short: 150, shutdown: 1200, flush: 100 };

/** Serves a connection until it ends; `stop` ends it. */
export async function serveUntil(connection: Connection, stop: AbortSignal): Promise<End> {
  const end = (): void => connection.stop();
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  const ended = await connection.run();
  stop.removeEventListener('abort', end);
  return ended;
}

/** How a connection came to its end, and what ends it for good. */
interface Ending extends Pick<ServeIo, 'stop' | 'stalledMs'> {
  readonly end: End;
}

/**
 * Ends what a connection still runs and answers it; takes 1.5 s at most, and longer only while the client reads its answers.
 * An aborted `stop` skips the time for short calls, and ends that; the failure it was aborted with is told with what was cancelled,
 * and answers what does not end.
 */
export async function endServing(
  service: Service,
  connection: Connection,
  { end, stop, stalledMs = () => clientPatienceMs }: Ending,
): Promise<void> {
  if (end !== 'dead') await atMost(endMs.short, connection.idle(), stop);
  const why = stop.reason instanceof ToolFailure ? stop.reason : undefined;
  await atMost(endMs.shutdown, endEverything(service, connection, why?.message));
  connection.abandonAll(why);
  if (end === 'dead') return;
  await atMost(endMs.flush, connection.idle());
  while (connection.isBusy && !stop.aborted && stalledMs() < clientPatienceMs)
    await atMost(endMs.flush, connection.idle(), stop);
}

async function endEverything(service: Service, connection: Connection, why?: string): Promise<void> {
  await service.shutdown(why);
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
