import { ToolFailure } from '../../core/failure.ts';

/** The failure of an approver whose question was withdrawn. */
export function takenBack(): ToolFailure {
  return new ToolFailure('cancelled', 'the question was taken back');
}
