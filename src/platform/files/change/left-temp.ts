import { unlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { errnoOf } from '../../../core/failure.ts';
import { inQuotes } from '../../../core/text/one-line.ts';
import { causedFailure, reasonOf, systemState } from '../file-failure.ts';
import { isTaken } from '../text-file.ts';
import type { Found } from './snapshot.ts';

/** Why a temp file that is still there cannot be removed, in words, as in a folder that only grows (chattr +a); null for none. */
function whyLeft(path: string): string | null {
  if (!isTaken(path)) return null;
  try {
    unlinkSync(path);
    return null;
  } catch (error) {
    const code = errnoOf(error);
    return code === 'EPERM' || code === 'EACCES' ? 'its folder lets none be removed' : reasonOf(error);
  }
}

/** A notice of such a temp file. */
export function leftBeside(path: string): readonly string[] {
  const why = whyLeft(path);
  return why === null ? [] : [`Its temporary file ${inQuotes(basename(path))} stays beside it, as ${why}.`];
}

/** The failure for a system error after which such a temp file is left; without one, or for any other, the error itself. */
export function leavingTemp(
  { action, shown }: Pick<Found, 'action' | 'shown'>,
  error: unknown,
  path: string,
): unknown {
  const code = errnoOf(error);
  if (code === null || whyLeft(path) === null) return error;
  const [state, wanted] = systemState(code);
  const left = `${state}, and the temporary file ${inQuotes(basename(path))} stays beside it`;
  return causedFailure(action, shown, [left, wanted], error);
}
