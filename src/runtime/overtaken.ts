import { sleep } from '../core/async/sleep.ts';
import { unlessAborted } from '../core/async/unless-aborted.ts';
import { type ChangedFailure, isFailure } from '../core/failure.ts';
import type { Outcome } from '../core/outcome.ts';

/** What became of a call that another one was before: nothing was written. */
export interface Overtaken {
  readonly overtaken: ChangedFailure;
}

/** Where the calls of all processes that were overtaken stand in line. */
export interface OvertakenLine {
  /** What they are about; null for calls that stand in no line. */
  readonly name: string | null;
  /** The state folder, which holds the locks. */
  readonly stateFolder: string;
  readonly signal: AbortSignal;
}

/** Milliseconds for which a call is planned anew, and most before each time. */
const longestMs = 20_000;
const pauseMs = 5;

type Leave = () => void | Promise<void>;

/** Waits in a line; the returned function lets the next one in. Where the lock is not to be had, nobody is waited for. */
async function enter(name: string, stateFolder: string): Promise<Leave> {
  const { withPathLock } = await import('../platform/locks/locks.ts');
  // A lock of a file's own folder would take over what killed writers left in that.
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
 * Runs a call, again where others changed its file between the plan and the change: edits of one file that several processes
 * make at once are all made. Each time it is planned and judged anew, by one process after the other, so that none is overtaken for
 * ever; a try that waits for a person calls `stepOut` before. Throws that the file changed in the end, and where what has
 * changed leaves nothing for it to do.
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
