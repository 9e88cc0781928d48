import { isFailure, ToolFailure } from '../../core/failure.ts';

/**
 * Does what somebody wants of the pending approvals themselves. A store that cannot be used refuses the calls that may have an answer
 * there (`denied`); who lists or answers them was refused nothing: throws `tool_failed` in place of that.
 */
export async function ofStore<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFailure(error, 'denied')) throw error;
    throw new ToolFailure('tool_failed', error.message, error.data);
  }
}
