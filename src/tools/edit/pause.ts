import { TurnsOfLoop } from '../../core/async/turn-of-loop.ts';
import { ToolFailure } from '../../core/failure.ts';

/** Gives others their turn where work takes long; throws `cancelled` where the call was cancelled meanwhile. */
export type Pause = () => Promise<void>;

/** Steps of a loop from one pause to the next: fewer than take a millisecond. */
export const pauseSteps = 4096;

export function editCancelled(): ToolFailure {
  return new ToolFailure('cancelled', 'Edit cancelled; nothing was written.');
}

/** The pauses of one call. */
export function pausesOf(signal: AbortSignal | undefined): Pause {
  const turns = new TurnsOfLoop();
  return async () => {
    await turns.giveWhenDue();
    if (signal?.aborted === true) throw editCancelled();
  };
}
