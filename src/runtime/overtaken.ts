import { sleep } from '../core/async/sleep.ts';
import { Turns } from '../core/async/turns.ts';
import { type ChangedFailure, isFailure } from '../core/failure.ts';
import type { Outcome } from '../core/outcome.ts';

/** What became of a call that another one was before: nothing was written. */
export interface Overtaken {
  readonly overtaken: ChangedFailure;
}

/** Most times a call is planned anew, and milliseconds before it is: other processes take no turns. */
const mostTries = 40;
const pauseMs = 5;

/** Of calls that were overtaken, by their path. */
const turns = new Turns();

/**
 * Runs a call, again where others changed its file between the plan and the change: several edits of one file that are sent at
 * once are all made, one after the other. Each time it is planned and judged anew. Calls on a `path` that others stand in line
 * for join it, so that none is overtaken for ever. Throws that the file changed in the end, and where what has changed leaves
 * nothing for it to do.
 */
export async function untilUpToDate(
  path: string,
  once: () => Promise<Outcome | Overtaken>,
): Promise<Outcome> {
  let changed: ChangedFailure | null = null;
  if (!turns.isTaken(path)) {
    const first = await once();
    if (!('overtaken' in first)) return first;
    changed = first.overtaken;
  }
  const leave = await turns.enter(path);
  try {
    for (let tries = 1; ; tries += 1) {
      const next = await once().catch((error: unknown) => {
        throw changed !== null && isFailure(error, 'tool_failed') ? changed : error;
      });
      if (!('overtaken' in next)) return next;
      changed = next.overtaken;
      if (tries === mostTries) throw changed;
      await sleep(Math.random() * pauseMs);
    }
  } finally {
    leave();
  }
}
