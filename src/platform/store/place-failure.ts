import { errnoOf, type ToolFailure } from '../../core/failure.ts';
import { causedFailure, stateOfPlace, systemFailure } from '../files/file-failure.ts';

/** The failure for what the system said of a place that is made together with its folders. As `systemFailure` in everything else. */
export function placeFailure(action: string, shown: string, error: unknown): ToolFailure {
  const code = errnoOf(error);
  return code === null
    ? systemFailure(action, shown, error)
    : causedFailure(action, shown, stateOfPlace(code), error);
}

const unusable: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'EEXIST',
  'EACCES',
  'EPERM',
  'EROFS',
  'ELOOP',
  'ENAMETOOLONG',
]);

/** What names the folder that state is kept in. */
export const stateVariable = 'XDG_STATE_HOME';

/** The failure for what the system said of a place in the state folder, or one that `namedBy` names: it tells how to have another one. */
export function stateFailure(
  action: string,
  shown: string,
  error: unknown,
  namedBy = stateVariable,
): ToolFailure {
  const code = errnoOf(error);
  if (code === null || !unusable.has(code)) return placeFailure(action, shown, error);
  const state = `it cannot be made or written (${stateOfPlace(code)[0]})`;
  return causedFailure(action, shown, [state, `a place for it that can (${namedBy})`], error);
}

/** Codes of a place that is none; of one that is another's the system's own word says what is wanted. */
const nowhere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EROFS', 'ELOOP', 'ENAMETOOLONG']);

/** What an error code of the system says of a place that is there already, and what names another one where it is none. */
export function placeState(code: string, namedBy = stateVariable): readonly [state: string, wanted: string] {
  const [state, wanted] = stateOfPlace(code);
  return [state, nowhere.has(code) ? `a place that can be used (${namedBy})` : wanted];
}

/** The failure that says so. */
export function placedFailure(
  action: string,
  shown: string,
  error: unknown,
  namedBy = stateVariable,
): ToolFailure {
  const code = errnoOf(error);
  if (code === null) return systemFailure(action, shown, error);
  return causedFailure(action, shown, placeState(code, namedBy), error);
}
