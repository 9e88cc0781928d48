import { dirname, join } from 'node:path';
import type { Settings } from '../config/schema.ts';
import { sleep } from '../core/async/sleep.ts';
import type { Workspace } from '../core/context.ts';
import { cannot, ToolFailure } from '../core/failure.ts';
import { inQuotes } from '../core/text/one-line.ts';
import { systemFailure } from '../platform/files/file-failure.ts';
import type { Folders } from '../platform/machine/folders.ts';
import { isListened, removeSocket } from '../platform/sessions/local-socket.ts';
import {
  fileTime,
  isGone,
  isSessionId,
  listSessionIds,
  readSessionFile,
  recordFile,
  removeIfPossible,
  removeSessionFolder,
  sessionFolder,
  sessionsFolder,
  writeSessionFile,
} from '../platform/sessions/session-folder.ts';
import { measureLog } from '../platform/sessions/session-log-files.ts';
import { isMarkRunning, machineMark, markAgeMs } from '../platform/sessions/session-marks.ts';
import { sweepLostRun } from '../platform/sessions/session-sweep.ts';
import { placedFailure } from '../platform/store/place-failure.ts';
import { endFile } from './keeper/keeper-protocol.ts';
import { parseEnd, parseRecord, type SessionEnd, type SessionRecord } from './record.ts';

/** Which sessions: those of a user (by state folder) in a workspace root. */
export interface SessionPlace {
  readonly state: string;
  /** Real path. */
  readonly scope: string;
  /** Minutes that a finished session is kept. */
  readonly finishedMinutes: number;
}

/** The place of a caller's sessions. */
export function sessionPlace({
  folders,
  workspace,
  settings,
}: {
  readonly folders: Pick<Folders, 'state'>;
  readonly workspace: Pick<Workspace, 'cwd'>;
  readonly settings: Pick<Settings, 'caps'>;
}): SessionPlace {
  return { state: folders.state, scope: workspace.cwd, finishedMinutes: settings.caps.finishedMinutes };
}

/** The current state of a session; it runs while `end` is null. */
export interface Session {
  readonly folder: string;
  readonly record: SessionRecord;
  readonly end: SessionEnd | null;
}

/** Milliseconds for a keeper to report that its command runs; a machine under load takes seconds. */
export const longestStartMs = 60_000;
/** Milliseconds after which a folder without a record no longer belongs to a session that is starting. */
const abandonedMs = 2 * longestStartMs;

/** Thrown when this place has no session of this id, or no longer. */
export class NoSession extends ToolFailure {
  /** `all` is the folder with all sessions of the user. */
  constructor(id: string, all: string) {
    const why = isGone(all)
      ? `, as ${inQuotes(all)} is not there (where it is removed, all in it soon end)`
      : '';
    const state = `no such session in this workspace${why}, expected one that process list shows`;
    super('tool_failed', `Cannot find session "${id}": ${state}`, { sessionId: id });
  }
}

/**
 * Reads a session as written down; one with a dead keeper still reads as running. Null if there is none. Throws `tool_failed`
 * if it cannot be read; it may be running.
 */
function loadSession({ state, finishedMinutes }: SessionPlace, id: string): Session | null {
  const folder = sessionFolder(state, id);
  if (removeIfExpired(folder, finishedMinutes)) return null;
  const text = readSessionFile(folder, recordFile);
  if (text === null) {
    if (isAbandoned(folder)) removeIfPossible(folder);
    return null;
  }
  const record = parseRecord(text);
  if (record?.id !== id) throw damaged(folder);
  return { folder, record, end: parseEnd(readSessionFile(folder, endFile)) };
}

/** The failure for an unreadable record: another version may have written it and its session may run, so only a person removes it. */
function damaged(folder: string): ToolFailure {
  const wanted = `one of this version; to forget the session, remove ${folder}`;
  return cannot('read', join(folder, recordFile), 'it is no record of a session', wanted);
}

/** Milliseconds for a silent keeper to be gone: its files are closed before it counts as dead. */
const dyingMs = 1000;
const dyingStepMs = 10;

/** The session; if its keeper is dead, its end is recorded first. Throws NoSession if it was removed since it was read. */
export async function settleSession(session: Session): Promise<Session> {
  return session.end === null ? { ...session, end: await endIfLost(session) } : session;
}

/** Settles a session whose keeper just went silent or was told to end, waiting at most `limitMs` until it is dead. */
export async function settleSilent(session: Session, limitMs = dyingMs): Promise<Session> {
  for (let waited = 0; ; waited += dyingStepMs) {
    const now = await settleSession(session);
    if (now.end !== null || waited >= limitMs) return now;
    await sleep(dyingStepMs);
  }
}

function removeIfExpired(folder: string, finishedMinutes: number): boolean {
  const endedAt = fileTime(folder, endFile);
  if (endedAt === null || Date.now() - endedAt < finishedMinutes * 60_000) return false;
  removeIfPossible(folder);
  return true;
}

/** Whether a folder without a record is left from a start that was killed. */
function isAbandoned(folder: string): boolean {
  const time = fileTime(folder);
  return time !== null && Date.now() - time > abandonedMs;
}

/** Milliseconds since a running session started: by the monotonic clock if the system tells, else by the wall clock. */
export function runningMs({ leader, machine, startedAt }: SessionRecord): number {
  const ms = machine.boot === machineMark().boot ? markAgeMs(leader) : null;
  return ms ?? Math.max(0, Date.now() - Date.parse(startedAt));
}

/** Ends a session whose keeper is dead and keeps its output; null if it lives. Throws `tool_failed`, NoSession if removed. */
async function endIfLost({ folder, record }: Session): Promise<SessionEnd | null> {
  const machine = machineMark();
  // A session of another machine that shares this folder is for that machine to settle.
  if (machine.host !== record.machine.host) return null;
  const isSameBoot = machine.boot === record.machine.boot;
  if (isSameBoot && isMarkRunning(record.keeper)) return null;
  // Processes of another PID namespace, such as a container's, cannot be seen here; their sockets can.
  if (!isSameBoot && (await isListened(record.socket))) return null;
  // It may have ended properly since its end was read.
  const proper = parseEnd(readSessionFile(folder, endFile));
  if (proper !== null) return proper;
  // Removal deletes the record first.
  if (fileTime(folder, recordFile) === null) throw new NoSession(record.id, dirname(folder));
  const survivors = isSameBoot ? await sweepLostRun(record) : [];
  removeSocket(record.socket);
  const { bytes, newlines } = measureLog(folder);
  const end: SessionEnd = {
    status: 'lost',
    endedBy: 'lost',
    exitCode: null,
    signal: null,
    endedAt: new Date().toISOString(),
    durationMs: runningMs(record),
    bytes,
    newlines,
    size: record.size,
    sizes: [],
    screen: null,
    logProblem: null,
    backgroundPids: [],
    isHeld: false,
    hungUp: [],
    survivors,
    sandbox: null,
    fault: null,
  };
  try {
    writeSessionFile(folder, endFile, JSON.stringify(end));
  } catch {
    // Removed meanwhile, or the disk is full: the next call settles it.
  }
  return end;
}

/**
 * Finds a session by id, as it was written down. Throws NoSession if this place has none: another scope's session looks the
 * same as none.
 */
export function findSession(place: SessionPlace, id: string): Session {
  const session = isSessionId(id) ? loadSession(place, id) : null;
  if (session === null || session.record.scope !== place.scope)
    throw new NoSession(id, sessionsFolder(place.state));
  return session;
}

function idsIn(state: string): readonly string[] {
  try {
    return listSessionIds(state);
  } catch (error) {
    throw placedFailure('list the sessions in', sessionsFolder(state), error);
  }
}

/** The sessions of a place, newest first, and why others of the user, possibly of this place, cannot be read. */
export interface SessionList {
  readonly sessions: readonly Session[];
  readonly problems: readonly string[];
}

/** Lists the sessions of a place. Throws `tool_failed` if the folder cannot be listed. */
export function listSessions(place: SessionPlace): SessionList {
  const sessions: Session[] = [];
  const problems: string[] = [];
  for (const id of idsIn(place.state)) {
    try {
      const session = loadSession(place, id);
      if (session?.record.scope === place.scope) sessions.push(session);
    } catch (error) {
      problems.push(systemFailure('read', `session ${id}`, error).message);
    }
  }
  sessions.sort((a, b) => b.record.startedAt.localeCompare(a.record.startedAt));
  return { sessions, problems };
}

/** The user's sessions that run or are starting, in any workspace. */
export interface RunningCount {
  readonly count: number;
  /** The root of each that runs in another workspace; not determined if fewer run than allowed. */
  readonly elsewhere: readonly string[];
}

/** Counts the unfinished sessions; if there are `most` or more, lost ones are ended and not counted. Removes expired ones. */
export async function countRunning(place: SessionPlace, most: number): Promise<RunningCount> {
  const ids = listSessionIds(place.state).filter((id) => {
    const folder = sessionFolder(place.state, id);
    return !removeIfExpired(folder, place.finishedMinutes) && fileTime(folder, endFile) === null;
  });
  if (ids.length < most) return { count: ids.length, elsewhere: [] };
  let count = 0;
  const elsewhere: string[] = [];
  for (const id of ids) {
    const scope = await runningScope(place, id);
    if (scope === null) continue;
    count += 1;
    if (scope !== 'unknown' && scope.root !== place.scope) elsewhere.push(scope.root);
  }
  return { count, elsewhere };
}

/** The workspace of a session that runs; 'unknown' while it is starting or cannot be read; null if it does neither. */
async function runningScope(
  place: SessionPlace,
  id: string,
): Promise<{ readonly root: string } | 'unknown' | null> {
  const folder = sessionFolder(place.state, id);
  try {
    const session = loadSession(place, id);
    if (session === null) return fileTime(folder) !== null && !isAbandoned(folder) ? 'unknown' : null;
    return (await settleSession(session)).end === null ? { root: session.record.scope } : null;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return error instanceof NoSession ? null : 'unknown';
  }
}

/** Forgets a finished session. Throws `tool_failed`. */
export function forgetSession({ folder, record }: Session): void {
  try {
    removeSessionFolder(folder);
  } catch (error) {
    throw systemFailure('forget', `session ${record.id}`, error);
  }
}
