import { escapeUnseen } from '../core/text/unseen.ts';
import type { StoppedProgram } from '../platform/sessions/session-stopped.ts';

/** Why a terminal stops a program of which it is not told otherwise, and the way out. */
export const stoppedBehind =
  'The terminal stops a program that reads or sets it from a background process group, where timeout puts what it runs; no input reaches it. Start it with timeout --foreground, or with "timeout" of shell instead.';

/** The notices on a program that was stopped in the terminal of a finished command; none for null. */
export function wasStoppedNotices(stopped: StoppedProgram | null): readonly string[] {
  if (stopped === null) return [];
  const { pid, name, inFront } = stopped;
  return [`${escapeUnseen(name)} (process ${pid}) was stopped.${inFront ? '' : ` ${stoppedBehind}`}`];
}
