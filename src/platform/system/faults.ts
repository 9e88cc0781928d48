import { writeSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import { failureTable, messageOf, ToolFailure } from '../../core/failure.ts';

const controller = new AbortController();

/** Aborted by the first uncaught error, with that as its reason: whoever waits for the work it was thrown in might wait forever. */
const faulted: AbortSignal = controller.signal;

/** Handles uncaught errors instead of the runtime, which would print them with its source and go on. */
export function heedFaults(): void {
  const note = (thrown: unknown): void => controller.abort(thrown ?? new Error(`${thrown} was thrown`));
  process.on('uncaughtException', note);
  process.on('unhandledRejection', note);
}

/** A fault as a failure; by default the uncaught error, if there was one. */
export function faultFailure(error: unknown = faulted.reason): ToolFailure {
  return new ToolFailure('internal', `Internal fault: ${messageOf(error)}`);
}

/** Calls `listener` once there is a fault. */
export function onFault(listener: () => void): void {
  faulted.addEventListener('abort', listener, { once: true });
  if (faulted.aborted) listener();
}

/** Milliseconds for running work to end after a fault. */
const endMs = 3000;

/** Settles as `work` does. After a fault, `work` gets some time to end; then the fault is thrown. */
export async function unlessFaulted<T>(work: Promise<T>): Promise<T> {
  const settled = work.then(
    () => {},
    () => {},
  );
  await Promise.race([settled, new Promise<void>(onFault)]);
  if (!faulted.aborted) return work;
  await Promise.race([settled, sleep(endMs)]);
  throw faulted.reason;
}

/** The exit status of a program without a command line of its own; errors are written to standard error. */
export async function statusUnlessFaulted(work: Promise<number>): Promise<number> {
  try {
    return await unlessFaulted(work);
  } catch (error) {
    try {
      writeSync(2, `agent-tools: internal fault: ${messageOf(error)}\n`);
    } catch {
      // Nobody can be told.
    }
    return failureTable.internal.exitStatus;
  }
}
