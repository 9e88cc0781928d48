import { ToolFailure } from '../../core/failure.ts';

/** Why nobody answers a question that is not asked any more. */
export function takenBack(): ToolFailure {
  return new ToolFailure('cancelled', 'the question was taken back');
}
