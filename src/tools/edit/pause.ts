import { TurnsOfLoop } from '../../core/async/turn-of-loop.ts';
import { ToolFailure } from '../../core/failure.ts';

/** Yields in long work; throws `cancelled` if the call was cancelled. */
export type Pause = () => Promise<void>;

/** Steps of a loop between pauses: fewer than take a millisecond. */
export const pauseSteps = 4096;

export function editCancelled(): ToolFailure {
  return new ToolFailure('cancelled', 'Edit cancelled; nothing was written.');
}

/** The pause function of one call. */
export function pausesOf(signal: AbortSignal | undefined): Pause {
  const turns = new TurnsOfLoop();
  return async () => {
    await turns.giveWhenDue();
    if (signal?.aborted === true) throw editCancelled();
  };
}
