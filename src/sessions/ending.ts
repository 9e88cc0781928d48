import { cannot, isFailure, ToolFailure } from '../core/failure.ts';
import { isThisMachine, letGoOn, signalMark } from '../platform/sessions/session-marks.ts';
import { sweepLostRun } from '../platform/sessions/session-sweep.ts';
import { askKeeper, KeeperSilence } from './keeper/keeper-client.ts';
import { type EndedSight, observe, type Sight } from './observe.ts';
import { findSession, type Session, type SessionPlace, settleSilent } from './store.ts';
import { waitForSession } from './wait.ts';

/** Milliseconds past its grace within which a session must have ended. */
const endMs = 3000;

/** How a session was ended. */
export interface Ending {
  readonly sight: EndedSight;
  /** Notices about anything out of the ordinary. */
  readonly notices: readonly string[];
}

interface EndRequest {
  readonly place: SessionPlace;
  readonly session: Session;
  readonly graceMs: number;
  readonly signal: AbortSignal;
}

/**
 * Ends a session: through its keeper, or without it if that does not answer. Throws `tool_failed` if something of it still
 * runs, `cancelled` when the signal is aborted.
 */
export async function endSession(request: EndRequest): Promise<Ending> {
  const { place, session, graceMs, signal } = request;
  const { keeper } = session.record;
  try {
    const wasStopped = session.end === null && (await tellToEnd(request));
    const limitMs = graceMs + endMs;
    const { sight } = await waitForSession({ place, session, scan: null, cursor: 0, limitMs, signal });
    const notice = `Its keeper (process ${keeper.pid}) was stopped and had to go on first.`;
    return { sight: ended(sight), notices: wasStopped ? [notice] : [] };
  } catch (error) {
    if (isFailure(error, 'cancelled'))
      throw new ToolFailure(
        'cancelled',
        'Cancelled while it ended the session, which may go on nevertheless.',
      );
    if (!(error instanceof KeeperSilence)) throw error;
    return endWithoutKeeper(request, error);
  }
}

/** Asks a keeper to end its session. Returns its silence; null after an answer, or an error that the wait for the end explains. */
async function askToEnd({ session, signal }: EndRequest): Promise<KeeperSilence | null> {
  try {
    await askKeeper(session.record, 'stop', {}, { signal });
    return null;
  } catch (error) {
    return error instanceof KeeperSilence ? error : null;
  }
}

/**
 * Tells a keeper to end its session; a stopped one is continued first, even if it stops while asked. Returns whether it was
 * stopped. Throws KeeperSilence if it lives and cannot be told; if it cannot be connected to, at the second try.
 */
async function tellToEnd(request: EndRequest): Promise<boolean> {
  const { place, session } = request;
  const { id, keeper, machine } = session.record;
  let wasStopped = letGoOn(keeper, machine);
  for (let hasFailed = false; ; ) {
    const silence = await askToEnd(request);
    if (silence === null) return wasStopped;
    if (!silence.isUnreached) {
      if (wasStopped || !letGoOn(keeper, machine)) throw silence;
      wasStopped = true;
    } else if ((await settleSilent(findSession(place, id))).end !== null) return wasStopped;
    else if (hasFailed) throw silence;
    else hasFailed = true;
  }
}

function ended(sight: Sight): EndedSight {
  const { end, session } = sight;
  if (end !== null) return { ...sight, end };
  throw cannot('end', `session ${session.record.id}`, 'it still runs', 'a keeper that ends it');
}

interface Way {
  readonly name: 'SIGTERM' | 'SIGKILL';
  readonly limitMs?: number;
  readonly how: string;
}

/** The signals that end a keeper that could not be told: SIGTERM works only on one that is not hung. */
function waysOf({ isUnreached }: KeeperSilence, graceMs: number): readonly Way[] {
  const killed: Way = { name: 'SIGKILL', how: 'without its keeper, which was killed' };
  const told: Way = { name: 'SIGTERM', limitMs: graceMs + endMs, how: 'by a signal to its keeper' };
  return isUnreached ? [told, killed] : [killed];
}

/** Ends a keeper that does not answer, and everything it ran. */
async function endWithoutKeeper(
  { place, session, graceMs, signal }: EndRequest,
  silence: KeeperSilence,
): Promise<Ending> {
  const { id, keeper, machine } = session.record;
  if (!isThisMachine(machine)) throw silence;
  for (const { name, limitMs, how } of waysOf(silence, graceMs)) {
    signalMark(keeper, name);
    const now = await settleSilent(findSession(place, id), limitMs);
    if (now.end === null) continue;
    const sight = await observe(place, now, { signal });
    return { sight: ended(sight), notices: [`It was ended ${how}: ${silence.state}.`] };
  }
  // Not even SIGKILL ends a process that is frozen with its cgroup or waits for a disk.
  const left = await sweepLostRun(session.record);
  const pids = left.map(({ pid }) => pid).join(', ');
  const rest = pids === '' ? 'what it ran is ended' : `of what it ran still there: ${pids}`;
  const state = `${silence.state} and does not end on SIGKILL; ${rest}`;
  throw cannot('end', `session ${id}`, state, 'one that is not frozen');
}
