import { sleep } from '../../core/async/sleep.ts';
import { ToolFailure } from '../../core/failure.ts';
import type { Service } from '../../runtime/service.ts';
import type { Connection, End } from '../../wire/connection.ts';
import type { ServeIo } from './serve-io.ts';

/** Milliseconds for which a client that has ended the input may read nothing of its answers before it counts as gone. */
export const clientPatienceMs = 5000;

/**
 * Milliseconds after the end of the input, 1.5 s together. First short calls may finish, so that `printf … | agent-tools rpc` gets its
 * answers; then everything is ended; then the last answers are written, waiting for a slow client.
 */
const endMs = { short: 150, shutdown: 1200, flush: 100 };

/** Serves a connection until it ends or `stop` is aborted. */
export async function serveUntil(connection: Connection, stop: AbortSignal): Promise<End> {
  const end = (): void => connection.stop();
  stop.addEventListener('abort', end, { once: true });
  if (stop.aborted) end();
  const ended = await connection.run();
  stop.removeEventListener('abort', end);
  return ended;
}

/** How a connection ended, and what ends the process. */
interface Ending extends Pick<ServeIo, 'stop' | 'stalledMs'> {
  readonly end: End;
}

/**
 * Ends what a connection still runs and answers it; takes at most 1.5 s, longer only while the client reads. An aborted `stop` skips
 * the time for short calls and slow clients; its failure is reported for cancelled calls, and answers those that do not end.
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

/** Waits for `work`, but at most `milliseconds`, and not beyond the abort of `signal`. */
async function atMost(milliseconds: number, work: Promise<void>, signal?: AbortSignal): Promise<void> {
  const timer = new AbortController();
  const cut = signal === undefined ? timer.signal : AbortSignal.any([timer.signal, signal]);
  const limit = sleep(milliseconds, { signal: cut });
  // Failures at the end must not keep the last answers from being written.
  await Promise.race([work.catch(() => {}), limit]);
  timer.abort();
}
