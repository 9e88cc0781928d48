import { sleep } from '../core/async/sleep.ts';
import { isHeld, letGoOn, signalMark } from '../platform/sessions/session-marks.ts';
import type { SessionEnd } from './record.ts';
import type { StartedSession } from './start.ts';

/** The report of an ended session of this process. */
export interface SessionExit {
  readonly sessionId: string;
  readonly status: SessionEnd['status'];
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly bytes: number;
  /** The end of its output as text. */
  readonly tail: string;
  /** Why its log lacks some of its output; absent if it does not. */
  readonly logProblem?: string | undefined;
}

/** Milliseconds past its grace that a session has to end when this process ends. */
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

/** Owns a session while this process lives; `describe` makes the report of its end. */
export function ownSession(
  entry: Owned,
  describe: (end: SessionEnd | null) => Promise<SessionExit | null>,
): void {
  owned.add(entry);
  void entry.started.ended.then(async (end) => {
    if (!owned.delete(entry)) return;
    entry.started.release();
    const exit = await describe(end).catch(() => null);
    if (exit !== null) for (const listener of listeners) listener(exit);
  });
}

/** Milliseconds between checks of an ending session; a keeper found held this many times in a row cannot end it. */
const lookMs = 100;
const mostHeld = 3;

/** Tells a session that its owner goes, and waits for its end; a session whose keeper is held is ended without it. */
async function endOwned({ started, graceMs }: Owned): Promise<void> {
  const { record } = started.session;
  const { keeper, machine } = record;
  const ending = new AbortController();
  void started.ended.then(() => ending.abort());
  started.abandon();
  letGoOn(keeper, machine);
  let held = 0;
  for (let waited = 0; waited < graceMs + endMs && !ending.signal.aborted; waited += lookMs) {
    await sleep(lookMs, { signal: ending.signal });
    held = isHeld(keeper, machine) ? held + 1 : 0;
    if (held < mostHeld) continue;
    signalMark(keeper, 'SIGKILL');
    await (await import('../platform/sessions/session-sweep.ts')).sweepLostRun(record);
    return;
  }
}

/** Releases all sessions as this process ends; those that may not outlive it are gone when this resolves. */
export async function endOwnedSessions(): Promise<void> {
  const entries = [...owned];
  owned.clear();
  await Promise.all(
    entries.map(async (entry) => {
      if (!entry.keep) await endOwned(entry);
      entry.started.release();
    }),
  );
}
