import { isFailure, ToolFailure } from '../../core/failure.ts';

/**
 * Works on the pending approvals themselves. For calls, an unusable store means `denied`, as their answer may be there; listing or
 * answering was not denied, so this throws `tool_failed` instead.
 */
export async function ofStore<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isFailure(error, 'denied')) throw error;
    throw new ToolFailure('tool_failed', error.message, error.data);
  }
}
