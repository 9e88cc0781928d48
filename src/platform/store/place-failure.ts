import { cannot, errnoOf, type ToolFailure } from '../../core/failure.ts';
import { systemFailure, systemState } from '../files/file-failure.ts';

/**
 * The failure for what the system said of a place that is made together with its folders: EEXIST tells then of something else in the
 * place of a folder. As `systemFailure` in everything else.
 */
export function placeFailure(action: string, shown: string, error: unknown): ToolFailure {
  if (errnoOf(error) !== 'EEXIST') return systemFailure(action, shown, error);
  const failure = cannot(action, shown, ...systemState('ENOTDIR'));
  failure.cause = error;
  return failure;
}
