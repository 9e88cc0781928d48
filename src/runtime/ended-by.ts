import { failureTable, isFailure, ToolFailure } from '../core/failure.ts';
import { cancelledMessage, cancelledOutcome, failureOutcome, type Outcome } from '../core/outcome.ts';

/** The Outcome of a failed call, with earlier notices. Throws protocol errors; a cancellation gets the notices in its partial Outcome. */
export function endedBy(error: unknown, said: readonly string[]): Outcome {
  const heard = (outcome: Outcome): Outcome => ({ ...outcome, notices: [...said, ...outcome.notices] });
  if (error instanceof ToolFailure && failureTable[error.code].rpcCode === null)
    return heard(failureOutcome(error));
  if (said.length === 0 || !isFailure(error, 'cancelled')) throw error;
  throw new ToolFailure('cancelled', error.message, {
    ...error.data,
    outcome: heard(cancelledOutcome(error)),
  });
}

/** The error of a command call: one cancelled before it ran gets the usual message, and a notice that says when. */
export function commandCancelled(error: unknown): unknown {
  if (!isFailure(error, 'cancelled') || error.message === cancelledMessage) return error;
  const partial = cancelledOutcome(error);
  if ('exitCode' in partial.details) return error;
  const outcome: Outcome = {
    ...partial,
    message: cancelledMessage,
    notices: [...partial.notices, error.message],
  };
  return new ToolFailure('cancelled', cancelledMessage, { ...error.data, outcome });
}
