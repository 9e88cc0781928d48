import { Turns } from '../core/async/turns.ts';
import { unlessAborted } from '../core/async/unless-aborted.ts';
import type { Place } from './limits.ts';

type Aside = Place['aside'];

const turns = new Turns();

/** `aside` that first leaves the queue. */
export function steppingOut(aside: Aside, stepOut: () => void): Aside {
  return (work) => {
    stepOut();
    return aside(work);
  };
}

/**
 * Runs a call after all earlier ones in its queue. It waits without a place; a call that asks a person leaves the queue, so that the
 * others can pass. Throws `cancelled` when the signal is aborted while it waits.
 */
export async function inTurn<Result>(
  line: string,
  { signal, aside }: { readonly signal: AbortSignal; readonly aside: Aside },
  run: (aside: Aside) => Promise<Result>,
): Promise<Result> {
  const isFree = !turns.isTaken(line);
  const turn = turns.enter(line);
  const stepOut = (): void => {
    void turn.then((leave) => leave());
  };
  try {
    if (!isFree) await aside(() => unlessAborted(turn, signal));
    return await run(steppingOut(aside, stepOut));
  } finally {
    stepOut();
  }
}
