import { escapeUnseen } from '../../core/text/unseen.ts';
import type { Sight } from '../../sessions/observe.ts';

/** A remark, after what says that a session runs, that waiting longer may not help; or empty. */
export function askingOf({ status }: Sight): string {
  const stopped = status?.stopped ?? null;
  if (stopped !== null) return `, but ${escapeUnseen(stopped.name)} (process ${stopped.pid}) is stopped`;
  return status?.asking === true ? ' and seems to wait for input' : '';
}

/** A notice on how a stopped program gets on; otherwise empty. */
export function stoppedNotices({ status, end }: Sight): readonly string[] {
  const stopped = status?.stopped ?? null;
  if (stopped === null || end !== null) return [];
  if (stopped.inFront) return ['The action kill with signal SIGCONT lets the stopped program go on.'];
  return [
    'The terminal stops a program that reads or sets it from a background process group, where timeout puts what it runs; no input reaches it. Start it with timeout --foreground, or with "timeout" of shell instead.',
  ];
}
