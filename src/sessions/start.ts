import { runMarker, serverMarker } from '../core/environment.ts';
import { cannot, isFailure, ToolFailure } from '../core/failure.ts';
import { oneLinePath } from '../core/text/one-line.ts';
import { countOf, someOf } from '../output/notices.ts';
import { reasonOf } from '../platform/files/file-failure.ts';
import { withPathLock } from '../platform/locks/locks.ts';
import { explainStart } from '../platform/process/start-failure.ts';
import { type KeeperProcess, keeperEnvironment, startKeeper } from '../platform/sessions/keeper-process.ts';
import {
  makeSessionFolder,
  newSessionId,
  removeIfPossible,
  sessionsFolder,
} from '../platform/sessions/session-folder.ts';
import { machineMark } from '../platform/sessions/session-marks.ts';
import { socketPath } from '../platform/sessions/socket-path.ts';
import { stateFailure } from '../platform/store/place-failure.ts';
import { textLines } from '../wire/framing.ts';
import { type KeeperJob, type KeptCommand, keepLine, longestJobBytes } from './keeper/keeper-protocol.ts';
import { parseEndLine, parseStart, type SessionEnd, type SessionRecord } from './record.ts';
import { countRunning, longestStartMs, type RunningCount, type Session, type SessionPlace } from './store.ts';

/** A command to run in a session; everything in it is resolved and judged. */
export interface SessionRequest {
  readonly place: SessionPlace;
  /** Most sessions of the user that may run at once. */
  readonly mostSessions: number;
  readonly command: KeptCommand;
  /** What is recorded of it, without what its place gives it. */
  readonly record: Omit<KeeperJob['record'], 'id' | 'scope' | 'machine' | 'socket'>;
  /** The whole standard input; null leaves it open for later input. */
  readonly stdin: Uint8Array | null;
  /** The argv that runs this program. */
  readonly keeperArgv: readonly string[];
  /** The launcher's environment, from which the keeper takes what it needs itself. */
  readonly launcherEnv: Readonly<Record<string, string>>;
}

export interface StartedSession {
  readonly session: Session;
  /** Resolves when it has ended; null if that cannot be seen from here (the keeper was killed, or was released). */
  readonly ended: Promise<SessionEnd | null>;
  /** Lets it outlive this process. */
  keep(): void;
  /** Tells it that its owner is gone: it ends, unless it outlives its owner. */
  abandon(): void;
  /** Abandons it and stops listening to it. */
  release(): void;
}

/**
 * Starts a session and resolves once its command runs. Throws ToolFailure: NotStarted if there is no place or room for any
 * session, `program_missing` and the like for the command, `tool_failed` if its keeper does not report within `startMs`
 * milliseconds that it runs; then it is ended.
 */
export async function startSession(
  request: SessionRequest,
  startMs = longestStartMs,
): Promise<StartedSession> {
  const keeper = await startProcess(request).catch(notStarted);
  try {
    // The place is made while the keeper starts.
    const { line, folder } = await placeJob(request).catch(notStarted);
    keeper.send(line);
    const lines = textLines(keeper.output, longestJobBytes);
    const record = await inTime(readStart(lines, folder), startMs, folder);
    return {
      session: { folder, record, end: null },
      ended: readEnd(lines),
      keep: () => keeper.send(keepLine),
      abandon: () => keeper.abandon(),
      release: () => keeper.release(),
    };
  } catch (error) {
    keeper.release();
    throw error;
  }
}

/** Gives up on a keeper that says nothing; it ends what it may have started once its folder is gone. */
async function inTime(
  start: Promise<SessionRecord>,
  startMs: number,
  folder: string,
): Promise<SessionRecord> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, startMs);
  }).then((): never => {
    removeIfPossible(folder);
    const wanted = `a word within ${startMs / 1000} s that its command runs`;
    throw cannot('start', 'a session', 'its keeper says nothing', wanted);
  });
  try {
    return await Promise.race([start, late]);
  } finally {
    clearTimeout(timer);
    start.catch(() => {});
  }
}

/** Thrown when no session can be started, whatever its command; nothing of it ran. */
export class NotStarted extends ToolFailure {}

function notStarted(error: unknown): never {
  if (!(error instanceof ToolFailure)) throw error;
  throw new NotStarted(error.code, error.message, error.data);
}

async function startProcess({ keeperArgv, launcherEnv }: SessionRequest): Promise<KeeperProcess> {
  try {
    return await startKeeper(keeperArgv, keeperEnvironment(launcherEnv, keeperVariables));
  } catch (error) {
    const told = explainStart(error, { argv: keeperArgv, env: launcherEnv, cwd: '/' });
    if (isFailure(told, 'tool_failed')) throw told;
    throw cannot('start', 'the keeper of a session', reasonOf(error), 'this program to run itself');
  }
}

/** The variables a keeper needs: the markers by which an outer run's clean-up finds it, and where to put a socket. */
const keeperVariables = ['PATH', 'TMPDIR', 'XDG_RUNTIME_DIR', runMarker, serverMarker];

/** Makes the folder of a new session, while no other start counts sessions. */
function takePlace({
  place,
  mostSessions,
}: SessionRequest): Promise<{ readonly id: string; readonly folder: string }> {
  const path = sessionsFolder(place.state);
  return withPathLock({ folder: place.state, path, shown: path }, async () => {
    try {
      const running = await countRunning(place, mostSessions);
      if (running.count >= mostSessions) throw noPlace(running, mostSessions);
      const id = newSessionId();
      return { id, folder: makeSessionFolder(place.state, id) };
    } catch (error) {
      throw stateFailure('start a session in', path, error);
    }
  });
}

function noPlace({ count, elsewhere }: RunningCount, most: number): ToolFailure {
  const refused = (state: string, wanted: string) => cannot('start', 'another session', state, wanted);
  if (most === 0) return refused('none may run', 'caps.sessions above 0');
  const state = `${countOf(count, 'session')} ${count === 1 ? 'runs' : 'run'} already`;
  const wanted = `fewer than ${most} (caps.sessions); end one with process kill`;
  if (elsewhere.length === 0) return refused(state, wanted);
  const areAll = count === elsewhere.length;
  const roots = [...new Set(elsewhere)];
  const which = areAll ? '' : ` ${elsewhere.length} of them`;
  const where = `in ${roots.length === 1 ? 'another workspace' : 'other workspaces'} (${someOf(roots.map(oneLinePath))})`;
  return refused(
    `${state},${which} ${where}`,
    `${wanted}${areAll ? '' : ', one of another workspace with'} -C FOLDER, as process list -C FOLDER shows it`,
  );
}

/** Makes the folder of a session and the line of its job; the folder is removed again if the job cannot be sent. */
async function placeJob(
  request: SessionRequest,
): Promise<{ readonly line: string; readonly folder: string }> {
  const { id, folder } = await takePlace(request);
  try {
    return { line: jobLine(jobOf(request, id, folder)), folder };
  } catch (error) {
    removeIfPossible(folder);
    throw stateFailure('start a session in', folder, error);
  }
}

function jobOf(request: SessionRequest, id: string, folder: string): KeeperJob {
  const { place, command, record, stdin, launcherEnv } = request;
  const socket = socketPath(folder, id, launcherEnv.XDG_RUNTIME_DIR);
  return {
    ...command,
    record: { ...record, id, scope: place.scope, machine: machineMark(), socket },
    folder,
    stdin: stdin === null ? null : Buffer.from(stdin).toString('base64'),
  };
}

/** The line that sends a job to its keeper. Throws `tool_failed` if it is longer than a keeper reads. */
function jobLine(job: KeeperJob): string {
  const line = JSON.stringify(job);
  const bytes = Buffer.byteLength(line);
  if (bytes <= longestJobBytes) return line;
  const state = `its command, variables and standard input take ${bytes} bytes`;
  throw cannot('start', 'a session', state, `at most ${longestJobBytes}; a file for the rest`);
}

/** The expectation in failures about a keeper that says nothing. */
const keeperWanted = 'a keeper that runs; the system may be short of memory or of processes (ulimit -u)';

async function readStart(lines: AsyncGenerator<string>, folder: string): Promise<SessionRecord> {
  const { value, done } = await lines.next();
  const start = done === true ? null : parseStart(value);
  if (start === null) {
    removeIfPossible(folder);
    throw cannot('start', 'a session', 'its keeper ended at once', keeperWanted);
  }
  if ('started' in start) return start.started;
  throw new ToolFailure(start.failed.code, start.failed.message, start.failed.data);
}

async function readEnd(lines: AsyncGenerator<string>): Promise<SessionEnd | null> {
  try {
    for await (const line of lines) {
      const end = parseEndLine(line);
      if (end !== null) return end;
    }
  } catch {
    // This side closed the channel.
  }
  return null;
}
