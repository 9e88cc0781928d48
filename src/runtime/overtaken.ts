import { sleep } from '../core/async/sleep.ts';
import { unlessAborted } from '../core/async/unless-aborted.ts';
import { type ChangedFailure, isFailure } from '../core/failure.ts';
import type { Outcome } from '../core/outcome.ts';

/** A call before which another one changed the file: nothing was written. */
export interface Overtaken {
  readonly overtaken: ChangedFailure;
}

/** The queue of overtaken calls, across processes. */
export interface OvertakenLine {
  /** Its key; null for none. */
  readonly name: string | null;
  /** The state folder, which has the locks. */
  readonly stateFolder: string;
  readonly signal: AbortSignal;
}

/** Most milliseconds for planning a call again, and between two attempts. */
const longestMs = 20_000;
const pauseMs = 5;

type Leave = () => void | Promise<void>;

/** Waits in a queue; the returned function lets the next one in. Does not wait if the lock is not available. */
async function enter(name: string, stateFolder: string): Promise<Leave> {
  const { withPathLock } = await import('../platform/locks/locks.ts');
  // A lock in the file's own folder would clean up the remains of killed writers there.
  const place = { folder: stateFolder, path: `overtaken/${name}`, shown: name };
  return new Promise((resolve) => {
    const held = withPathLock(place, () => {
      return new Promise<void>((leave) => {
        resolve(() => {
          leave();
          return held;
        });
      });
    }).catch(() => resolve(() => {}));
  });
}

async function enterUnlessAborted({ name, stateFolder, signal }: OvertakenLine): Promise<Leave> {
  if (name === null) return () => {};
  const entered = enter(name, stateFolder);
  try {
    return await unlessAborted(entered, signal);
  } catch (error) {
    void entered.then((leave) => leave());
    throw error;
  }
}

/**
 * Runs a call, and again if others changed its file between the plan and the change, so that simultaneous edits by several processes
 * are all made. Each attempt is planned and judged anew, one process after the other, so that none is overtaken forever; an attempt
 * that waits for a person calls `stepOut` first. Throws that the file changed when time is over, or if the change leaves nothing to do.
 */
export async function untilUpToDate(
  once: (stepOut: () => void) => Promise<Outcome | Overtaken>,
  line: OvertakenLine,
): Promise<Outcome> {
  const first = await once(() => {});
  if (!('overtaken' in first)) return first;
  let changed = first.overtaken;
  const leave = await enterUnlessAborted(line);
  try {
    const until = performance.now() + longestMs;
    for (;;) {
      const next = await once(() => void leave()).catch((error: unknown) => {
        throw isFailure(error, 'tool_failed') ? changed : error;
      });
      if (!('overtaken' in next)) return next;
      changed = next.overtaken;
      if (performance.now() > until) throw changed;
      await sleep(Math.random() * pauseMs);
    }
  } finally {
    await leave();
  }
}
