import { sleep } from '../core/sleep.ts';
import { letGoOn } from '../platform/sessions/session-marks.ts';
import type { SessionEnd } from './record.ts';
import type { StartedSession } from './start.ts';

/** What is said when a session of this process has ended. */
export interface SessionExit {
  readonly sessionId: string;
  readonly status: SessionEnd['status'];
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly bytes: number;
  /** The end of its output as text. */
  readonly tail: string;
}

/** Milliseconds, besides its grace, that a session has to end when this process ends. */
const endMs = 1200;

interface Owned {
  readonly started: StartedSession;
  readonly keep: boolean;
  readonly graceMs: number;
}

const owned = new Set<Owned>();
const listeners = new Set<(exit: SessionExit) => void>();

/** Calls `listener` for every session of this process that ends, until the returned function is called. */
export function onSessionExit(listener: (exit: SessionExit) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Holds on to a session for as long as this process lives; `describe` tells how it ended. */
export function ownSession(
  entry: Owned,
  describe: (end: SessionEnd | null) => Promise<SessionExit | null>,
): void {
  owned.add(entry);
  void entry.started.ended.then(async (end) => {
    if (!owned.delete(entry)) return;
    entry.started.release();
    const exit = await describe(end);
    if (exit !== null) for (const listener of listeners) listener(exit);
  });
}

/** Lets go of every session, as this process ends: those that do not outlive it are gone when this resolves. */
export async function endOwnedSessions(): Promise<void> {
  const entries = [...owned];
  owned.clear();
  await Promise.all(
    entries.map(async ({ started, keep, graceMs }) => {
      if (!keep) {
        started.abandon();
        const { keeper, machine } = started.session.record;
        letGoOn(keeper, machine);
        await Promise.race([started.ended, sleep(graceMs + endMs, { ref: false })]);
      }
      started.release();
    }),
  );
}
