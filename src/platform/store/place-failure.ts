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

const unusable: ReadonlySet<string | null> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'EACCES',
  'EPERM',
  'EROFS',
]);

/** The failure for what the system said of a place in the state folder: it tells how to have another one. */
export function stateFailure(action: string, shown: string, error: unknown): ToolFailure {
  const code = errnoOf(error);
  if (!unusable.has(code)) return systemFailure(action, shown, error);
  const state = `it cannot be made or written (${code})`;
  const failure = cannot(action, shown, state, 'a place for it that can (XDG_STATE_HOME)');
  failure.cause = error;
  return failure;
}
