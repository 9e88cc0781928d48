import { sleep } from '../core/async/sleep.ts';
import { type ChangedFailure, isFailure } from '../core/failure.ts';
import type { Outcome } from '../core/outcome.ts';

/** What became of a call that another one was before: nothing was written. */
export interface Overtaken {
  readonly overtaken: ChangedFailure;
}

/** Most times a call is planned anew, and milliseconds before it is: other processes stand in no line with it. */
const mostTries = 40;
const pauseMs = 5;

/**
 * Runs a call, again where others changed its file between the plan and the change: edits of one file that several processes
 * make at once are all made. Each time it is planned and judged anew. Throws that the file changed in the end, and where what has
 * changed leaves nothing for it to do.
 */
export async function untilUpToDate(once: () => Promise<Outcome | Overtaken>): Promise<Outcome> {
  let changed: ChangedFailure | null = null;
  for (let tries = 0; ; tries += 1) {
    const next = await once().catch((error: unknown) => {
      throw changed !== null && isFailure(error, 'tool_failed') ? changed : error;
    });
    if (!('overtaken' in next)) return next;
    changed = next.overtaken;
    if (tries === mostTries) throw changed;
    if (tries > 0) await sleep(Math.random() * pauseMs);
  }
}
