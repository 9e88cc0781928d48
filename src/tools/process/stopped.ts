import { escapeUnseen } from '../../core/text/unseen.ts';
import { stoppedBehind } from '../../output/stopped-notices.ts';
import type { Sight } from '../../sessions/observe.ts';

/** A remark, after what says that a session runs, that waiting longer may not help; or empty. */
export function askingOf({ session, status }: Sight): string {
  const stopped = status?.stopped ?? null;
  if (stopped !== null) return `, but ${escapeUnseen(stopped.name)} (process ${stopped.pid}) is stopped`;
  if (status?.asking !== true) return '';
  const ways = session.record.size === null ? ' (write sends it, write with eof ends it)' : '';
  return ` and seems to wait for input${ways}`;
}

/** A notice on how a stopped program gets on; otherwise empty. */
export function stoppedNotices({ status, end }: Sight): readonly string[] {
  const stopped = status?.stopped ?? null;
  if (stopped === null || end !== null) return [];
  if (stopped.inFront) return ['The action kill with signal SIGCONT lets the stopped program go on.'];
  return [stoppedBehind];
}
