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
  const failure = placeFailure(action, shown, error);
  const code = errnoOf(error);
  if (failure === error || !unusable.has(code)) return failure;
  const state = `it cannot be made or written (${code})`;
  const told = cannot(action, shown, state, 'a place for it that can (XDG_STATE_HOME)');
  told.cause = error;
  return told;
}
