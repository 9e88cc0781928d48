import { ChangedFailure, cannot, isFailure, type ToolFailure } from '../core/failure.ts';
import { measureLog } from '../platform/sessions/session-log-files.ts';
import { type KeeperStatus, readAnswer, statusSchema } from './keeper/keeper-answers.ts';
import { askKeeper, KeeperRefusal, KeeperSilence } from './keeper/keeper-client.ts';
import type { KeeperMethod } from './keeper/keeper-protocol.ts';
import type { SessionEnd } from './record.ts';
import { findSession, type Session, type SessionPlace, settleSession, settleSilent } from './store.ts';

/** The state of a session at one moment. */
export interface Sight {
  readonly session: Session;
  readonly end: SessionEnd | null;
  /** Bytes and newlines of output so far, whether stored or not. */
  readonly bytes: number;
  readonly newlines: number;
  readonly logProblem: string | null;
  /** What only a running session knows; null too if its keeper does not answer. */
  readonly status: KeeperStatus | null;
  /** Why the keeper of a running session did not answer, so that only what it wrote down is known; null if it did. */
  readonly silence: KeeperSilence | null;
}

export interface Wait {
  /** Waits for output past this many bytes, or the end. */
  readonly after?: number;
  /** Most milliseconds to wait; does not wait by default. */
  readonly waitMs?: number;
  readonly signal: AbortSignal;
}

/** The state of an ended session. */
export interface EndedSight extends Sight {
  readonly end: SessionEnd;
}

function endedSight(session: Session, end: SessionEnd): EndedSight {
  const { bytes, newlines, logProblem } = end;
  return { session, end, bytes, newlines, logProblem, status: null, silence: null };
}

/** The state of a session whose keeper does not answer, from its files. */
function silentSight(session: Session, silence: KeeperSilence): Sight {
  const { bytes, newlines } = measureLog(session.folder);
  return { session, end: null, bytes, newlines, logProblem: null, status: null, silence };
}

/**
 * The state of a session, at once or after a wait: from its keeper while it runs, from its files if that lives but does not
 * answer, else from its end. Throws `tool_failed` if it is gone, `cancelled` when the signal is aborted.
 */
export async function observe(place: SessionPlace, session: Session, wait: Wait): Promise<Sight> {
  if (session.end !== null) return endedSight(session, session.end);
  const { after = 0, waitMs = 0, signal } = wait;
  try {
    const answer = await askKeeper(session.record, 'status', { after, waitMs }, { waitMs, signal });
    const status = readAnswer(statusSchema, answer);
    const { end, bytes, newlines, logProblem } = status;
    return { session, end, bytes, newlines, logProblem, status, silence: null };
  } catch (error) {
    if (isFailure(error, 'cancelled')) throw error;
    const now = await settleAfter(error, findSession(place, session.record.id));
    if (now.end !== null) return endedSight(now, now.end);
    if (error instanceof KeeperSilence) return silentSight(now, error);
    throw error;
  }
}

/** Settles a session after an error of its keeper: a silent keeper lives, but one that takes no connection may be about to die. */
function settleAfter(error: unknown, session: Session): Promise<Session> {
  return error instanceof KeeperSilence && !error.isUnreached
    ? settleSession(session)
    : settleSilent(session);
}

/** Sends a running session a request. Throws `tool_failed`, which says so if it has ended meanwhile. */
export async function askSession(
  place: SessionPlace,
  session: Session,
  ask: {
    readonly method: KeeperMethod;
    readonly params: Readonly<Record<string, unknown>>;
    readonly signal?: AbortSignal;
  },
): Promise<unknown> {
  const { id } = session.record;
  const ended = (): ToolFailure => cannot('reach', `session ${id}`, 'it has ended', 'a session that runs');
  if (session.end !== null) throw ended();
  try {
    return await askKeeper(session.record, ask.method, ask.params, { signal: ask.signal });
  } catch (error) {
    if (isFailure(error, 'cancelled')) throw error;
    if (error instanceof KeeperRefusal || error instanceof ChangedFailure) throw error;
    const now = await settleAfter(error, findSession(place, id));
    throw now.end === null ? error : ended();
  }
}
