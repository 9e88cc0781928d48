import { cannot, ToolFailure } from '../../core/failure.ts';
import type { Collected } from '../../output/collector.ts';
import { readProcess } from '../../platform/process/proc.ts';
import type { EndedBy, RunResult } from '../../platform/process/run.ts';
import { ownArgv } from '../../platform/sessions/keeper-process.ts';
import { endSession } from '../../sessions/ending.ts';
import { followSession, passOnUpTo } from '../../sessions/output/follow.ts';
import { inItsLog, type LogTail, tailIfReadable, tailText } from '../../sessions/output/tail.ts';
import { ownSession, type SessionExit } from '../../sessions/owned.ts';
import type { SessionEnd } from '../../sessions/record.ts';
import { NotStarted, type SessionRequest, type StartedSession, startSession } from '../../sessions/start.ts';
import { forgetSession, type Session, sessionPlace, settleSilent } from '../../sessions/store.ts';
import { toldSizes } from '../../sessions/terminal/terminal-sizes.ts';
import type { ToolContext } from '../tool-context.ts';
import type { Mode } from './background.ts';
import {
  collectOutput,
  executeCommand,
  type PreparedCommand,
  type Receive,
  type RunCall,
  type ShellResult,
  shellWithVersion,
} from './execute.ts';
import { LogTaker } from './log-taker.ts';
import { countLoss } from './loss.ts';
import { openFeed } from './session-feed.ts';

/** A command that continues in the background. */
export interface RunningResult {
  readonly session: Session;
  /** The last output so far. */
  readonly tail: LogTail;
  /** Output while it was waited for, within the usual caps; null if it was not. */
  readonly printed: Collected | null;
  /** Whether its sandbox has a separate network that nothing outside reaches. */
  readonly isCutOff: boolean;
  /** Whether it should outlive this process but cannot: a container ends with its first process. */
  readonly isCutShort: boolean;
  /** Notices on the input sent to it. */
  readonly ofInput?: readonly string[];
  /** Notices on the settings of its sandbox. */
  readonly ofSandbox: readonly string[];
  /** Variables for which the call's own value is ignored, as they are always set. */
  readonly fixed: readonly string[];
  /** Whether the frontend shows output live, so that a person reads this. */
  readonly isLive: boolean;
}

type BackgroundMode = Exclude<Mode, { readonly kind: 'foreground' }>;

/** Starts a command in its own session and waits as the mode says: its result if it ends in time, else the running session. */
export async function runInSession(
  prepared: PreparedCommand,
  mode: BackgroundMode,
  call: RunCall,
): Promise<ShellResult | RunningResult> {
  const { context, signal } = call;
  let started: StartedSession;
  try {
    started = await startSession(requestOf(prepared, mode, context));
  } catch (error) {
    if (!(error instanceof NotStarted) || mode.kind !== 'yield' || !mode.isDefault) throw error;
    return runInstead(prepared, error, call);
  }
  if (mode.kind === 'background' && !signal.aborted) return goOn(started, { prepared, mode }, context);
  const yieldMs = mode.kind === 'yield' ? mode.yieldMs : 0;
  const shell = shellWithVersion(prepared.shell, context);
  const feed = openFeed(started.session, prepared, call);
  const { run: followed, output } = await collectOutput(
    prepared,
    call,
    (receive) => followRun(started, { ...call, yieldMs, receive }),
    (run) => (run === null ? inItsLog : null),
  ).catch((error: unknown) => {
    feed.abandon();
    throw error;
  });
  if (followed === null) {
    const ofInput = await feed.leave();
    return { ...goOn(started, { prepared, mode }, context), ofInput, printed: output[0] ?? null };
  }
  feed.abandon();
  started.release();
  forgetQuietly(started.session);
  const { run, loss, printed } = followed;
  return {
    run,
    prepared: { ...prepared, shell: await shell },
    wasLive: context.surface.live,
    output: output.map((stream) => countLoss(stream, loss, printed)),
    loss,
  };
}

/** Forgets a session whose result is known; if that fails, it stays listed as ended until it expires. */
function forgetQuietly(session: Session): void {
  try {
    forgetSession(session);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
  }
}

/** Runs a call in the foreground, within its limits, if only the configuration asked for a session. */
async function runInstead(
  prepared: PreparedCommand,
  { message }: NotStarted,
  call: RunCall,
): Promise<ShellResult> {
  const longestMs = call.context.settings.shell.maxTimeoutSeconds * 1000;
  const timeoutMs = Math.min(prepared.timeoutMs ?? longestMs, longestMs);
  const result = await executeCommand({ ...prepared, timeoutMs }, call);
  const limit = `it ran in the foreground, for at most ${timeoutMs / 1000} s`;
  return { ...result, detour: `shell.yieldMs could not be kept, ${limit}: ${message}` };
}

interface Followed extends Pick<RunCall, 'context' | 'signal'> {
  readonly yieldMs: number;
  readonly receive: Receive;
}

interface EndedRun extends Required<Pick<ShellResult, 'run' | 'loss'>> {
  readonly printed: Parameters<typeof countLoss>[2];
}

/** Forwards the output until the session ends; null if it continues after its time. A session that nobody could be told about is ended. */
async function followRun(
  started: StartedSession,
  { yieldMs, receive, context, signal }: Followed,
): Promise<EndedRun | null> {
  const until = performance.now() + yieldMs;
  const taker = new LogTaker(receive);
  const followed = await followSession(started.session, { until, signal, taker });
  let { end } = followed;
  if (end === null) {
    const isTimeUp = performance.now() >= until;
    if (isTimeUp && !signal.aborted && (await context.surface.hasReader?.()) !== false) {
      await taker.end();
      return null;
    }
    end = await endStarted(started, context);
    const { cursor } = followed;
    await passOnUpTo(started.session.folder, { cursor, bytes: end.bytes }, taker);
  }
  await taker.end();
  requireKept(started.session, end);
  return {
    run: runOf(started.session, end, signal.aborted),
    loss: { bytes: taker.lostBytes, logProblem: end.logProblem },
    printed: { ...end, isInLine: taker.isInLine },
  };
}

/** Throws `tool_failed` for a session whose keeper did not see its command end. */
function requireKept({ record: { id, command } }: Session, { status, endedBy, fault }: SessionEnd): void {
  if (status !== 'lost' && endedBy !== 'fault') return;
  const problem = status === 'lost' ? 'its keeper was killed' : `its keeper had a fault (${fault})`;
  throw cannot('run', command, `${problem}; what it printed is in session ${id}`, 'a keeper that lives');
}

/** Kills a session and waits for its end without a limit, as the call may be cancelled already. */
async function endStarted({ session }: StartedSession, context: ToolContext): Promise<SessionEnd> {
  const { killGraceMs: graceMs } = context.settings.shell;
  const { signal } = new AbortController();
  const { sight } = await endSession({ place: sessionPlace(context), session, graceMs, signal });
  return sight.end;
}

function runOf({ record }: Session, end: SessionEnd, isCancelled: boolean): RunResult {
  const { exitCode, signal, endedBy, durationMs, survivors } = end;
  const isKnown = exitCode !== null || signal !== null || endedBy === 'exit';
  const byItself: EndedBy = isKnown ? 'exit' : 'cancel';
  return {
    pid: record.leader.pid,
    exit: { code: exitCode, signal },
    endedBy: endedBy === 'timeout' || endedBy === 'idle' ? endedBy : isCancelled ? 'cancel' : byItself,
    durationMs,
    background: end.backgroundPids.map(readProcess).filter((entry) => entry !== null),
    isHeld: end.isHeld,
    hungUp: end.hungUp,
    survivors,
    ordered: true,
    ...(end.sandbox === null ? {} : { sandbox: end.sandbox }),
  };
}

/** Lets the session continue without the call. */
function goOn(
  started: StartedSession,
  { prepared, mode }: { readonly prepared: PreparedCommand; readonly mode: BackgroundMode },
  context: ToolContext,
): RunningResult {
  const spec = prepared.sandbox?.spec;
  const { session } = started;
  if (mode.kind === 'yield' && mode.keep) started.keep();
  if (context.caller.frontend === 'cli') started.release();
  else {
    const { killGraceMs: graceMs } = context.settings.shell;
    ownSession({ started, keep: mode.keep, graceMs }, (end) => describeExit(session, end));
  }
  return {
    session,
    tail: tailOf(session, prepared),
    printed: null,
    isCutOff: spec?.by === 'bubblewrap' && spec.isCutOff,
    isCutShort: mode.keep && process.pid === 1,
    ofSandbox: prepared.sandbox?.area.notices ?? [],
    fixed: prepared.fixed,
    isLive: context.surface.live,
  };
}

/** The last output of a continuing session. Throws ToolFailure, naming the session, if it cannot be read. */
function tailOf(session: Session, { maxOutputChars }: PreparedCommand): LogTail {
  try {
    return tailText({ folder: session.folder, sizes: toldSizes(null, session.record.size) }, maxOutputChars);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new ToolFailure(
      'tool_failed',
      `Session ${session.record.id} goes on, what it has printed cannot be shown: ${error.message}`,
    );
  }
}

/** What a client is told about the end of a session that it started; null if that is not known. */
async function describeExit(session: Session, end: SessionEnd | null): Promise<SessionExit | null> {
  const { id } = session.record;
  const known = end ?? (await settleSilent(session)).end;
  if (known === null) return null;
  const { status, exitCode, signal, durationMs, bytes, logProblem } = known;
  const missing = logProblem === null ? {} : { logProblem };
  const sizes = toldSizes(known, session.record.size);
  const { text: tail } = tailIfReadable({ folder: session.folder, sizes });
  return { sessionId: id, status, exitCode, signal, durationMs, bytes, ...missing, tail };
}

function requestOf(prepared: PreparedCommand, mode: BackgroundMode, context: ToolContext): SessionRequest {
  const { settings, callId, serverId, env } = context;
  return {
    place: sessionPlace(context),
    mostSessions: settings.caps.sessions,
    command: {
      argv: prepared.argv,
      env: prepared.env,
      sandbox: prepared.sandbox?.spec ?? null,
      // If the call waits for the result, its input is complete; a background terminal is for further typing.
      typesEnd: mode.kind === 'yield',
      serverId,
      graceMs: settings.shell.killGraceMs,
      logBytes: settings.caps.sessionLogBytes,
      isTied: mode.kind === 'yield' || !mode.keep,
    },
    record: {
      command: prepared.command,
      description: prepared.description,
      cwd: prepared.cwd,
      host: prepared.host,
      runId: callId,
      size: prepared.size,
      keep: mode.keep,
      timeoutMs: prepared.timeoutMs,
      idleTimeoutMs: prepared.idleTimeoutMs,
    },
    // Our standard input ends with us: a session gets what is sent to it, by a feed while the call waits.
    stdin: prepared.stdin.kind === 'bytes' ? prepared.stdin.bytes : null,
    keeperArgv: ownArgv(),
    launcherEnv: env,
  };
}
