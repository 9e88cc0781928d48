import { ChangedFailure, cannot, ToolFailure } from '../core/failure.ts';
import { type KeeperStatus, readAnswer, statusSchema } from './keeper-answers.ts';
import { askKeeper, KeeperRefusal } from './keeper-client.ts';
import type { SessionEnd } from './record.ts';
import { findSession, type Session, type SessionPlace, settleSilent } from './store.ts';

/** A session at one moment. */
export interface Sight {
  readonly session: Session;
  readonly end: SessionEnd | null;
  /** Bytes and newlines of output so far, stored or not. */
  readonly bytes: number;
  readonly newlines: number;
  readonly logProblem: string | null;
  /** What only a running session knows. */
  readonly status: KeeperStatus | null;
}

export interface Wait {
  /** Waits for output past this many bytes, or for the end. */
  readonly after: number;
  /** Milliseconds it waits at most. */
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

function endedSight(session: Session, end: SessionEnd): Sight {
  const { bytes, newlines, logProblem } = end;
  return { session, end, bytes, newlines, logProblem, status: null };
}

/**
 * What a session does now, at once or after a wait: from its keeper while it runs, else from how it ended. Throws `tool_failed`
 * when it is gone or does not answer, `cancelled` when the signal is aborted.
 */
export async function observe(place: SessionPlace, session: Session, wait: Wait): Promise<Sight> {
  if (session.end !== null) return endedSight(session, session.end);
  const { after, waitMs, signal } = wait;
  try {
    const answer = await askKeeper(session.record.socket, 'status', { after, waitMs }, { waitMs, signal });
    const status = readAnswer(statusSchema, answer);
    const { end, bytes, newlines, logProblem } = status;
    return { session, end, bytes, newlines, logProblem, status };
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'cancelled') throw error;
    const now = await settleSilent(findSession(place, session.record.id));
    if (now.end === null) throw error;
    return endedSight(now, now.end);
  }
}

/** Asks a running session for something. Throws `tool_failed`, saying so when it has ended meanwhile. */
export async function askSession(
  place: SessionPlace,
  session: Session,
  ask: {
    readonly method: string;
    readonly params: Readonly<Record<string, unknown>>;
    readonly signal?: AbortSignal;
  },
): Promise<unknown> {
  const { id, socket } = session.record;
  const ended = (): ToolFailure => cannot('reach', `session ${id}`, 'it has ended', 'a session that runs');
  if (session.end !== null) throw ended();
  try {
    return await askKeeper(socket, ask.method, ask.params, { signal: ask.signal });
  } catch (error) {
    if (error instanceof ToolFailure && error.code === 'cancelled') throw error;
    if (error instanceof KeeperRefusal || error instanceof ChangedFailure) throw error;
    const now = await settleSilent(findSession(place, id));
    throw now.end === null ? error : ended();
  }
}
