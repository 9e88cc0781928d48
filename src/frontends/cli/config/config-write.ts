import { cannot, ToolFailure } from '../../../core/failure.ts';
import { reasonOf } from '../../../platform/files/file-failure.ts';

/** Writes to a path; a system error becomes a ToolFailure that names action and path. */
export async function attemptWrite<T>(action: string, path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw cannot(action, path, reasonOf(error), 'a place that can be written');
  }
}
