import { cannot, ToolFailure } from '../../core/failure.ts';
import { decodeText } from '../../core/text/utf8.ts';
import type { Child, TerminalSize } from '../../platform/process/child.ts';
import { type RunResult, runCommand } from '../../platform/process/run.ts';
import { sendSignal } from '../../platform/process/signals.ts';
import { signalInside } from '../../platform/sandbox/inside.ts';
import type { SessionLog } from '../../platform/sessions/session-log.ts';
import { foregroundGroup } from '../../platform/sessions/session-readers.ts';
import { stoppedProgram } from '../../platform/sessions/session-stopped.ts';
import { faultFailure } from '../../platform/system/faults.ts';
import { giveMemoryBack } from '../../platform/system/runtime.ts';
import type { SessionEnd } from '../record.ts';
import { TerminalAnswers } from '../terminal/terminal-answers.ts';
import { TerminalSizes, toldSizes } from '../terminal/terminal-sizes.ts';
import { TerminalWatch } from '../terminal/terminal-watch.ts';
import type { KeeperInputState, KeeperStatus } from './keeper-answers.ts';
import type { KeeperInput, KeeperJob } from './keeper-protocol.ts';
import { KeptInput } from './kept-input.ts';
import { isAsking, isWaitingForInput, mayBeRead, mayBeStopped, promptMs, type Quietness } from './waiting.ts';

/** Milliseconds into the run at which the guardian is told: after the first answers. */
const guardAfterMs = 50;
/** Bytes of output after which garbage is collected: a flood brings buffers faster than they are collected by themselves. */
const collectEvery = 2_097_152;
/** Bytes that one piece of output counts for in `collectEvery`. */
const pieceBytes = 4096;
/** Most survivors named in a session's end, which must fit a reserved file. */
const mostSurvivors = 20;

/** Why a keeper ended its run early. */
export type StopReason = 'kill' | 'owner' | 'shutdown' | 'removed' | 'fault';

/** A command run by a keeper: its output goes to the log, input goes to it, and waiting clients are told of changes. */
export class KeptRun {
  /** Number of people's terminals that show this session; they answer what the program asks its terminal. */
  attached = 0;
  readonly #job: KeeperJob;
  readonly #log: SessionLog;
  readonly #watch = new TerminalWatch();
  readonly #answers: TerminalAnswers;
  readonly #sizes: TerminalSizes;
  readonly #input: KeptInput;
  readonly #stopping = new AbortController();
  readonly #sent = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #child: Child | null = null;
  #uncollected = 0;
  #lastByte = 0x0a;
  readonly #begunAt = performance.now();
  #changedAt = performance.now();
  /** As in `Quietness`. */
  #pausedMs = 0;
  /** Whether there was input since the last output. */
  #isTyped = false;
  #typedAt: number | null = null;
  #stopReason: StopReason | null = null;
  #end: SessionEnd | null = null;

  constructor(job: KeeperJob, log: SessionLog) {
    this.#job = job;
    this.#log = log;
    this.#input = new KeptInput(`session ${job.record.id}`);
    this.#sizes = new TerminalSizes(toldSizes(null, job.record.size));
    this.#answers = new TerminalAnswers(
      async (offsets) => {
        const { findCursors, replayOfLog } = await import('../terminal/screen.ts');
        const sizes = this.#sizes.known;
        return await findCursors(replayOfLog(job.folder, offsets.at(-1) ?? 0, { sizes }), offsets);
      },
      (bytes) => this.#child?.terminal?.write(bytes),
    );
  }

  /** Runs the command to its end. Throws ToolFailure if it cannot be started. */
  async run(onStart: (child: Child) => void): Promise<SessionEnd> {
    const { argv, env, sandbox, stdin, typesEnd, record, serverId, graceMs } = this.#job;
    const { size } = record;
    const given = stdin === null ? null : Buffer.from(stdin, 'base64');
    if (given !== null && size !== null) await this.#input.typeAhead(decodeText(given));
    const result = await runCommand(
      {
        argv,
        cwd: record.cwd,
        env,
        sandbox: sandbox ?? undefined,
        stdin: given === null || size !== null ? { kind: 'open' } : { kind: 'bytes', bytes: given },
        streams: 'merged',
        ...(size === null ? {} : { terminal: size }),
        onOutput: (_, bytes) => this.#receive(bytes),
        onStart: (child) => {
          this.#child = child;
          if (given !== null) child.terminal?.give(given);
          if (given !== null && typesEnd) child.terminal?.end();
          onStart(child);
        },
        runId: record.runId,
        serverId,
        timeoutMs: record.timeoutMs,
        idleTimeoutMs: record.idleTimeoutMs,
        graceMs,
        guardAfterMs,
      },
      this.#stopping.signal,
    );
    this.#log.close();
    return this.#endOf(result);
  }

  /** Marks the session as ended. */
  finish(end: SessionEnd): void {
    this.#end = end;
    this.#wake();
  }

  status(): KeeperStatus {
    const input = this.#child?.input;
    const inputOpen = this.#end === null && input?.isOpen === true;
    const idleMs = performance.now() - this.#changedAt;
    const silence: Omit<Quietness, 'isRead'> = {
      inputOpen,
      queued: input?.queued ?? 0,
      idleMs,
      endsLine: this.#lastByte === 0x0a,
      pausedMs: this.#pausedMs,
      isDrawing: this.#watch.modes.isDrawing,
      terminal: this.#child?.terminal?.flags() ?? null,
    };
    const stopped = this.#child !== null && mayBeStopped(silence) ? stoppedProgram(this.#child.pid) : null;
    const quietness = { ...silence, isRead: mayBeRead(silence) && this.#input.isRead(this.#child) };
    return {
      bytes: this.#log.total,
      newlines: this.#log.newlines,
      logProblem: this.#log.problem,
      idleMs: Math.round(idleMs),
      waitingForInput: stopped === null && isWaitingForInput(quietness),
      asking: stopped === null && isAsking(quietness),
      stopped,
      inputOpen,
      inputQueued: input?.queued ?? 0,
      typedAt: this.#typedAt,
      size: this.#sizes.current,
      sizes: this.#sizes.known,
      screen: this.#watch.screenStart(this.#log.total),
      end: this.#end,
    };
  }

  /** Resolves once there is output past `bytes`, the session has ended, `limitMs` have passed or `signal` is aborted. */
  changedPast(bytes: number, limitMs: number, signal: AbortSignal): Promise<void> {
    const isChanged = (): boolean => this.#log.total > bytes || this.#end !== null;
    if (isChanged() || limitMs <= 0 || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        this.#waiting.delete(check);
        resolve();
      };
      const check = (): void => {
        if (isChanged()) finish();
      };
      const timer = setTimeout(finish, limitMs);
      signal.addEventListener('abort', finish, { once: true });
      this.#waiting.add(check);
    });
  }

  inputState(): KeeperInputState {
    return { ...this.#input.state(this.#child, this.#watch), printed: this.#log.total };
  }

  /** Writes input; resolves to the bytes still pending. Throws `tool_failed` if the program takes none. */
  async type(input: KeeperInput): Promise<number> {
    this.#pausedMs = 0;
    this.#isTyped = true;
    this.#typedAt = this.#log.total;
    return this.#input.type(() => (this.#end === null ? this.#child : null), input);
  }

  resize(size: TerminalSize): void {
    const terminal = this.#child?.terminal;
    if (terminal === undefined) {
      throw cannot(
        'resize',
        `session ${this.#job.record.id}`,
        'it has no terminal',
        'a session started with pty',
      );
    }
    terminal.resize(size);
    if (this.#sizes.change(size, this.#log.total)) this.#watch.modes.resized();
  }

  /** Sends a signal to the foreground program; the session goes on if the program does. */
  signal(name: NodeJS.Signals): void {
    const child = this.#child;
    if (child === null || this.#end !== null) return;
    this.#sent.add(name);
    const front = child.terminal === undefined ? null : foregroundGroup(child.pid);
    const isContained = this.#job.sandbox?.by === 'bubblewrap';
    if (front === null && isContained && name !== 'SIGKILL') signalInside(child.pid, name);
    else sendSignal(-(front ?? child.pid), name);
    if (name === 'SIGKILL' && front !== null) sendSignal(-child.pid, name);
  }

  /** Ends the run by the kill ladder. */
  stop(reason: StopReason): void {
    this.#stopReason ??= reason;
    this.#stopping.abort();
  }

  #receive(bytes: Uint8Array): void {
    this.#log.append(bytes);
    this.#uncollected += bytes.length + pieceBytes;
    if (this.#uncollected >= collectEvery) {
      this.#uncollected = 0;
      giveMemoryBack();
    }
    const silentMs = performance.now() - this.#changedAt;
    if (silentMs >= promptMs && !this.#isTyped && this.#lastByte !== 0x0a) this.#pausedMs = silentMs;
    this.#isTyped = false;
    this.#lastByte = bytes.at(-1) ?? this.#lastByte;
    this.#changedAt = performance.now();
    if (this.#child?.terminal !== undefined) {
      const replies = this.#watch.push(bytes, this.#log.total - bytes.length);
      if (this.attached === 0) this.#answers.give(replies);
    }
    this.#wake();
  }

  #wake(): void {
    for (const check of [...this.#waiting]) check();
  }

  #endOf(run: RunResult): SessionEnd {
    const byUs = run.exit.signal !== null && this.#sent.has(run.exit.signal);
    const endedBy =
      run.endedBy === 'cancel'
        ? (this.#stopReason ?? 'kill')
        : run.endedBy === 'exit' && byUs
          ? 'kill'
          : run.endedBy;
    const timedOut = endedBy === 'timeout' || endedBy === 'idle';
    return {
      ...this.#written(),
      status: timedOut ? 'timed_out' : endedBy === 'exit' ? 'completed' : 'killed',
      endedBy,
      exitCode: run.exit.code,
      signal: run.exit.signal,
      durationMs: Math.round(run.durationMs),
      backgroundPids: run.background.map(({ pid }) => pid),
      isHeld: run.isHeld,
      hungUp: endedBy === 'exit' ? run.hungUp.slice(0, mostSurvivors) : [],
      survivors: run.survivors.slice(0, mostSurvivors),
      sandbox: run.sandbox ?? null,
      fault: endedBy === 'fault' ? faultFailure().message : null,
    };
  }

  /** The end of a run that failed: everything it left was ended except `survivors`. */
  brokenOff(error: unknown, survivors: SessionEnd['survivors']): SessionEnd {
    return {
      ...this.#written(),
      status: 'killed',
      endedBy: 'fault',
      exitCode: null,
      signal: null,
      durationMs: Math.round(performance.now() - this.#begunAt),
      backgroundPids: [],
      isHeld: false,
      hungUp: [],
      survivors: survivors.slice(0, mostSurvivors),
      sandbox: null,
      fault: (error instanceof ToolFailure ? error : faultFailure(error)).message,
    };
  }

  /** The final facts about its output. */
  #written() {
    return {
      endedAt: new Date().toISOString(),
      bytes: this.#log.total,
      newlines: this.#log.newlines,
      size: this.#sizes.current,
      sizes: this.#sizes.known,
      screen: this.#watch.screenStart(this.#log.total),
      logProblem: this.#log.lossReason,
    };
  }
}
