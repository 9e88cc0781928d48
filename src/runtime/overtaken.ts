import { type ChangedFailure, ToolFailure } from '../core/failure.ts';
import type { Outcome } from '../core/outcome.ts';
import { sleep } from '../core/sleep.ts';

/** What became of a call that another one was before: nothing was written. */
export interface Overtaken {
  readonly overtaken: ChangedFailure;
}

/** Most times a call is planned anew, and milliseconds before it is: other processes take no turns. */
const mostTries = 40;
const pauseMs = 5;

/** The last call in line for a path. */
const lines = new Map<string, Promise<void>>();

/** Does the work once those of this process that were overtaken before it on the same path are done. */
async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = lines.get(path);
  const line = Promise.all([before, promise]).then(() => undefined);
  lines.set(path, line);
  try {
    await before;
    return await work();
  } finally {
    resolve();
    if (lines.get(path) === line) lines.delete(path);
  }
}

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
  if (!lines.has(path)) {
    const first = await once();
    if (!('overtaken' in first)) return first;
    changed = first.overtaken;
  }
  return inTurn(path, async () => {
    for (let tries = 1; ; tries += 1) {
      const next = await once().catch((error: unknown) => {
        throw changed !== null && error instanceof ToolFailure && error.code === 'tool_failed'
          ? changed
          : error;
      });
      if (!('overtaken' in next)) return next;
      changed = next.overtaken;
      if (tries === mostTries) throw changed;
      await sleep(Math.random() * pauseMs);
    }
  });
}
