import { failureTable, isFailureCode, ToolFailure } from '../../core/failure.ts';
import type { Outcome } from '../../core/outcome.ts';
import { signalStatus } from '../../platform/process/signals.ts';

/** The exit status of an Outcome (CONTRACT.md section 1); a command's own status is passed on. */
export function exitStatusOf({ status, isError, details }: Outcome): number {
  switch (status) {
    case 'completed':
      if (!isError) return 0;
      // A session that was waited for counts as a foreground command does.
      if (details.timedOut === true || details.idleTimedOut === true)
        return failureTable.timed_out.exitStatus;
      if (typeof details.exitCode === 'number') return details.exitCode;
      if (typeof details.signal === 'string') return signalStatus(details.signal);
      return 1;
    case 'running':
      return 0;
    case 'failed':
      return isFailureCode(details.failure) ? failureTable[details.failure].exitStatus : 1;
    case 'timed_out':
    case 'cancelled':
    case 'denied':
    case 'approval_required':
      return failureTable[status].exitStatus;
  }
}

/** The exit status of any thrown value: the failure's own, or that of an internal fault. */
export function exitStatusOfError(error: unknown): number {
  return failureTable[error instanceof ToolFailure ? error.code : 'internal'].exitStatus;
}
