import { Turns } from '../core/async/turns.ts';
import { unlessAborted } from '../core/async/unless-aborted.ts';
import type { Place } from './limits.ts';

type Aside = Place['aside'];

const turns = new Turns();

/** Steps aside as `aside` does, and out of a line before. */
export function steppingOut(aside: Aside, stepOut: () => void): Aside {
  return (work) => {
    stepOut();
    return aside(work);
  };
}

/**
 * Runs a call once all that came before it in its line are through. It waits without a place; one that a person is asked about
 * steps out, so that the others pass. Throws `cancelled` when the signal is aborted while it waits.
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
