import { failureTable, isFailure, ToolFailure } from '../core/failure.ts';
import { cancelledOutcome, failureOutcome, type Outcome } from '../core/outcome.ts';

/** The Outcome of a call that failed, with what was said of its decision. Throws what is an error of the protocol, a cancellation with the same in its partial Outcome. */
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
