import { join } from 'node:path';
import type { Settings } from '../config/schema.ts';
import { sleep } from '../core/async/sleep.ts';
import type { Workspace } from '../core/context.ts';
import { cannot, ToolFailure } from '../core/failure.ts';
import { systemFailure } from '../platform/files/file-failure.ts';
import type { Folders } from '../platform/machine/folders.ts';
import { isListened, removeSocket } from '../platform/sessions/local-socket.ts';
import {
  fileTime,
  isSessionId,
  listSessionIds,
  readSessionFile,
  recordFile,
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

/** Whose sessions: the user by the state folder, and the workspace root. */
export interface SessionPlace {
  readonly state: string;
  /** Real path. */
  readonly scope: string;
  /** Minutes a finished session stays. */
  readonly finishedMinutes: number;
}

/** Where a caller's sessions are. */
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

/** A session as it stands now: running while `end` is null. */
export interface Session {
  readonly folder: string;
  readonly record: SessionRecord;
  readonly end: SessionEnd | null;
}

/** Milliseconds a keeper has to say that its command runs; a machine under load takes seconds. */
export const longestStartMs = 60_000;
/** Milliseconds after which a folder without a record is of no session that still starts. */
const abandonedMs = 2 * longestStartMs;

/** There is no session of this name in this place, or none any more. */
export class NoSession extends ToolFailure {
  constructor(id: string) {
    const state = 'no such session in this workspace, expected one that process list shows';
    super('tool_failed', `Cannot find session "${id}": ${state}`, { sessionId: id });
  }
}

/**
 * Reads one session as it was written down: one whose keeper is dead still reads as running. Null when there is none. Throws
 * `tool_failed` for one that cannot be read, which may be running.
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

/** Another version may have written it, whose session runs: it is nobody's to remove but a person's. */
function damaged(folder: string): ToolFailure {
  const wanted = `one of this version; to forget the session, remove ${folder}`;
  return cannot('read', join(folder, recordFile), 'it is no record of a session', wanted);
}

/** Milliseconds that a keeper which does not answer has to be gone: what it holds is closed before it counts as dead. */
const dyingMs = 1000;
const dyingStepMs = 10;

/** The session, ended by us when its keeper is dead. Throws NoSession when it was removed since it was read. */
export async function settleSession(session: Session): Promise<Session> {
  return session.end === null ? { ...session, end: await endIfLost(session) } : session;
}

/** The session as it stands when its keeper has just gone silent, or was told to end, which may be so long before it is dead. */
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

/** Whether a folder without a record is of no session that still starts: its start was killed. */
function isAbandoned(folder: string): boolean {
  const time = fileTime(folder);
  return time !== null && Date.now() - time > abandonedMs;
}

/** What the system does not let go is nobody's session all the same, and in nobody's way. */
function removeIfPossible(folder: string): void {
  try {
    removeSessionFolder(folder);
  } catch {
    // The next look tries again.
  }
}

/** Milliseconds since the start of a session that runs: by the clock that nobody sets, where the system tells. */
export function runningMs({ leader, machine, startedAt }: SessionRecord): number {
  const ms = machine.boot === machineMark().boot ? markAgeMs(leader) : null;
  return ms ?? Math.max(0, Date.now() - Date.parse(startedAt));
}

/** The end of a session whose keeper is dead: what it left running is ended, and what it wrote stays readable. Throws `tool_failed`, NoSession when it was removed. */
async function endIfLost({ folder, record }: Session): Promise<SessionEnd | null> {
  const machine = machineMark();
  // A session of another machine that shares this folder is that machine's to settle.
  if (machine.host !== record.machine.host) return null;
  const isSameBoot = machine.boot === record.machine.boot;
  if (isSameBoot && isMarkRunning(record.keeper)) return null;
  // Processes of another PID namespace, as a container has one of its own, are not seen here; their sockets are.
  if (!isSameBoot && (await isListened(record.socket))) return null;
  // It may have ended properly since its end was looked for.
  const proper = parseEnd(readSessionFile(folder, endFile));
  if (proper !== null) return proper;
  // What is removed loses its record first.
  if (fileTime(folder, recordFile) === null) throw new NoSession(record.id);
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
    logProblem: null,
    backgroundPids: [],
    survivors,
    sandbox: null,
    fault: null,
  };
  try {
    writeSessionFile(folder, endFile, JSON.stringify(end));
  } catch {
    // Removed meanwhile, or a full disk: the next look settles it.
  }
  return end;
}

/**
 * The session of this name, as it was written down. Throws `tool_failed` when this place has none: another scope's is not told
 * apart from one that never was.
 */
export function findSession(place: SessionPlace, id: string): Session {
  const session = isSessionId(id) ? loadSession(place, id) : null;
  if (session === null || session.record.scope !== place.scope) throw new NoSession(id);
  return session;
}

function idsIn(state: string): readonly string[] {
  try {
    return listSessionIds(state);
  } catch (error) {
    throw placedFailure('list the sessions in', sessionsFolder(state), error);
  }
}

/** The sessions of a place, newest first, and why others of the user, which may be of this place too, cannot be read. */
export interface SessionList {
  readonly sessions: readonly Session[];
  readonly problems: readonly string[];
}

/** The sessions of this place. Throws `tool_failed` where the system does not tell them. */
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

/** The sessions of the user that run or start now, in any workspace. */
export interface RunningCount {
  readonly count: number;
  /** For each that runs in another workspace its root; not looked for where fewer run than may. */
  readonly elsewhere: readonly string[];
}

/** Counts what runs, up to `most`; what has expired is removed on the way, what is lost is ended. */
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

/** The workspace of a session that runs or starts, as far as it can be told, which is not before it runs; null for one that does neither. */
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
