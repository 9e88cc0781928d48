import { errnoOf, type ToolFailure } from '../../core/failure.ts';
import { causedFailure, stateOfPlace, systemFailure } from '../files/file-failure.ts';

/** The meaning of an error code for a place: its state, and what is wanted instead. */
type PlaceState = readonly [state: string, wanted: string];

/** The variable that names the folder for state. */
export const stateVariable = 'XDG_STATE_HOME';

/**
 * The failure of `action` on the place `shown`, for a system error; one without a code is handled by `systemFailure`.
 * `namedBy` is the variable with which a person chooses another place.
 */
function failureBy(stateOf: (code: string, namedBy: string) => PlaceState) {
  return (action: string, shown: string, error: unknown, namedBy = stateVariable): ToolFailure => {
    const code = errnoOf(error);
    return code === null
      ? systemFailure(action, shown, error)
      : causedFailure(action, shown, stateOf(code, namedBy), error);
  };
}

/** Codes of a place in which no folder or file can be made. */
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

/** Codes of a place that does not or cannot exist; for others the system's own words say what is wanted. */
const nowhere: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EROFS', 'ELOOP', 'ENAMETOOLONG']);

/** The state of a place that should exist already, by an error code of the system. */
export function placeState(code: string, namedBy = stateVariable): PlaceState {
  const [state, wanted] = stateOfPlace(code);
  return [state, nowhere.has(code) ? `a place that can be used (${namedBy})` : wanted];
}

/** The failure for a place that was to be made together with its folders. */
export const placeFailure = failureBy(stateOfPlace);

/** The same for a place whose folder a person can choose. */
export const stateFailure = failureBy((code, namedBy) =>
  unusable.has(code)
    ? [`it cannot be made or written (${stateOfPlace(code)[0]})`, `a place for it that can (${namedBy})`]
    : stateOfPlace(code),
);

/** The failure for a place that should exist already. */
export const placedFailure = failureBy(placeState);
