import { afterError } from '../../core/async/clean-up.ts';
import { lazy } from '../../core/async/lazy.ts';
import { sleep } from '../../core/async/sleep.ts';
import type { SandboxInput } from '../sandbox/sandbox-input.ts';
import type { SandboxReport, SandboxSpec } from '../sandbox/sandbox-spec.ts';
import { type ActiveRun, beginRun, isLeftBehind, leaveBehind, leaveInDoubt } from './active-runs.ts';
import { type Child, type ChildRequest, type Exit, untold } from './child.ts';
import { drain } from './drain.ts';
import { sudoOf } from './elevate.ts';
import { guardRun, guardStart, unguardRun } from './guardian.ts';
import { findMembers, mayBeOfAnother } from './members.ts';
import { isEnded, type ProcessEntry, readProcess } from './proc.ts';
import { adoptedChildren, adoptOrphans, letGo, reapAdopted, watchAdopted } from './reaper.ts';
import { hasMembers } from './signals.ts';
import { requireFolder, spawnChild } from './spawn.ts';
import type { Survivor } from './sweep.ts';
import { lastTakenAt } from './taking.ts';
import { terminateRun } from './terminate.ts';

/** Milliseconds for a killed child to be reported dead. */
const reportLimitMs = 1000;

export interface RunRequest extends ChildRequest {
  readonly runId: string;
  readonly serverId: string;
  /** Time limit in milliseconds from the spawn; null for none. */
  readonly timeoutMs: number | null;
  /** Limit of milliseconds without output; null for none. */
  readonly idleTimeoutMs: number | null;
  readonly graceMs: number;
  /** Milliseconds into the run at which the guardian is told. */
  readonly guardAfterMs: number;
  /** Whether processes it leaves when it ends by itself are ended too. */
  readonly leavesNothing?: boolean;
  /** The sandbox it runs in; everything it starts is ended with it. */
  readonly sandbox?: SandboxSpec | undefined;
  /** Called with the child as soon as it runs. */
  readonly onStart?: (child: Child) => void;
  /** Called while the command still runs, before it is ended. */
  readonly onEnding?: () => void;
}

export type EndedBy = 'exit' | 'timeout' | 'idle' | 'cancel';

export interface RunResult {
  readonly pid: number;
  readonly exit: Exit;
  readonly endedBy: EndedBy;
  readonly durationMs: number;
  /** Processes that still live in the command's group or session, or were handed to us by it. */
  readonly background: readonly ProcessEntry[];
  /** Processes that it left, and that the end of its terminal ended; none if it was ended itself. */
  readonly hungUp: readonly Pick<ProcessEntry, 'pid' | 'name'>[];
  /** Whether other processes held its output to the last, which nobody reads any more: the next that they print ends most of them. */
  readonly isHeld: boolean;
  /** Processes that could not be ended. */
  readonly survivors: readonly Survivor[];
  readonly ordered: boolean;
  /** Facts about its sandbox. */
  readonly sandbox?: SandboxReport;
}

/** Runs a command until the first of exit, time limit, silence or `signal`; partial output is always delivered. */
export async function runCommand(request: RunRequest, signal: AbortSignal): Promise<RunResult> {
  if (signal.aborted) return notStarted();
  return request.sandbox === undefined
    ? runToEnd(request, signal)
    : runEnclosed(request, request.sandbox, signal);
}

async function runEnclosed(request: RunRequest, spec: SandboxSpec, signal: AbortSignal): Promise<RunResult> {
  const { enterSandbox } = await import('../sandbox/sandbox-start.ts');
  requireFolder(request.cwd);
  const { spawned, finish, ...wrapped } = await enterSandbox(spec, request);
  let input: SandboxInput | null = null;
  try {
    input = await inputOf(request, spec);
    const { stdin } = input ?? request;
    const result = await runToEnd({ ...request, ...wrapped, stdin, onSpawned: spawned }, signal);
    return { ...result, sandbox: await finish(result.exit.code === 0) };
  } catch (error) {
    await afterError(() => finish(true));
    throw error;
  } finally {
    input?.end();
  }
}

/** Cached: importing a loaded module again costs more than this. */
const loadInput = lazy(() => import('../sandbox/sandbox-input.ts'));

/** The replacement for standard input in a sandbox; null if it is used as it is, or typed into a terminal. */
async function inputOf({ stdin, terminal }: RunRequest, spec: SandboxSpec): Promise<SandboxInput | null> {
  if (spec.by !== 'bubblewrap' || terminal !== undefined) return null;
  const isClosed = stdin.kind === 'closed' && spec.nullDevice !== null;
  if (stdin.kind !== 'descriptor' && !isClosed) return null;
  return (await loadInput()).sandboxInput(stdin, spec.nullDevice);
}

async function runToEnd(request: RunRequest, signal: AbortSignal): Promise<RunResult> {
  await adoptOrphans();
  const startedAt = performance.now();
  const { child, run, unlist } = await startListed(request);
  request.onStart?.(child);
  try {
    const endedBy = await waitForEnd(child, request, signal);
    if (endedBy !== 'exit') request.onEnding?.();
    let survivors = endedBy === 'exit' ? [] : await terminateRun(run, request.graceMs);
    const exit = endedBy === 'exit' ? await child.exited : await reportOf(child);
    const isHeld = await drain(child, endedBy === 'exit', signal);
    if (endedBy === 'exit' && request.leavesNothing === true && mayHaveLeft(run))
      survivors = await terminateRun(run, request.graceMs);
    if (endedBy === 'exit' && child.terminal !== undefined) await seeHungUp(run);
    const background = endedBy === 'exit' ? findBackground(run) : [];
    return {
      pid: child.pid,
      exit,
      endedBy,
      durationMs: performance.now() - startedAt,
      background,
      hungUp: endedBy === 'exit' ? [...run.hungUp].map(([pid, name]) => ({ pid, name })) : [],
      isHeld,
      survivors,
      ordered: child.ordered,
    };
  } finally {
    child.release();
    unlist();
  }
}

/** Starts a command that clean-up knows from its first moment. */
async function startListed(request: RunRequest): Promise<ListedRun & { readonly child: Child }> {
  const { runId, graceMs, guardAfterMs } = request;
  const isStarted = guardAfterMs > 0 ? () => {} : guardStart(runId, graceMs);
  const listed: ListedRun[] = [];
  try {
    const child = await spawnChild({
      ...request,
      onSpawned: (pid) => {
        request.onSpawned?.(pid);
        listed.push(listRun(pid, request));
      },
    });
    return { child, ...(listed[0] ?? listRun(child.pid, request)) };
  } catch (error) {
    // A started child that cannot be read is ended: it must not count as running, nor have its group killed later.
    for (const { unlist } of listed) unlist();
    throw error;
  } finally {
    isStarted();
  }
}

interface ListedRun {
  readonly run: ActiveRun;
  /** Unlists the run when it is over. */
  unlist(): void;
}

/** Lists a command as active and tells the guardian, at once or once the run has lasted long enough to be worth one. */
function listRun(pid: number, request: RunRequest): ListedRun {
  const { argv, runId, serverId, graceMs, guardAfterMs, sandbox } = request;
  const run: ActiveRun = {
    runId,
    serverId,
    pid,
    startTicks: readProcess(pid)?.startTicks ?? 0,
    sudo: sudoOf(argv),
    isContained: sandbox?.by === 'bubblewrap',
    known: new Map(),
    hungUp: new Map(),
  };
  const end = beginRun(run);
  watchAdopted();
  const timer = guardAfterMs > 0 ? setTimeout(() => guardRun(run, graceMs), guardAfterMs) : null;
  if (timer === null) guardRun(run, graceMs);
  return {
    run,
    unlist: () => {
      if (timer !== null) clearTimeout(timer);
      unguardRun(run);
      end();
    },
  };
}

function notStarted(): RunResult {
  return {
    pid: 0,
    exit: untold,
    endedBy: 'cancel',
    durationMs: 0,
    background: [],
    hungUp: [],
    isHeld: false,
    survivors: [],
    ordered: true,
  };
}

/** Milliseconds that a limit waits after it is due: one turn, in which pending events are seen. */
const lookMs = 1;

/** Milliseconds for the exit event of a process that is listed as ended. */
const newsMs = 500;

/** Whether the process is listed as ended, so that its exit event must be on its way. */
function seemsOver({ pid }: Child): boolean {
  const entry = readProcess(pid);
  return entry !== null && isEnded(entry);
}

/**
 * Resolves with what ends the run first. An exited run is over, however late its limit fires: after a stop (Ctrl-Z), both the
 * exit and the limit are due, and so may be silence and output written meanwhile.
 */
function waitForEnd(child: Child, request: RunRequest, signal: AbortSignal): Promise<EndedBy> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const timers: ReturnType<typeof setTimeout>[] = [];
    const settle = (endedBy: EndedBy): void => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(endedBy);
    };
    const cancel = (): void => settle('cancel');
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    void child.exited.then(() => settle('exit'));
    const settleIfRunning = (endedBy: EndedBy): void => {
      if (seemsOver(child)) timers.push(setTimeout(() => settle(endedBy), newsMs));
      else settle(endedBy);
    };
    const { timeoutMs, idleTimeoutMs } = request;
    const look = (): void => {
      timers[0] = setTimeout(() => settleIfRunning('timeout'), lookMs);
    };
    if (timeoutMs !== null) timers[0] = setTimeout(look, timeoutMs);
    if (idleTimeoutMs === null) return;
    const watch = (isSecondLook: boolean): void => {
      const silentFor = performance.now() - Math.max(startedAt, lastTakenAt(child.takings));
      const isSilent = silentFor >= idleTimeoutMs;
      if (isSilent && isSecondLook) settleIfRunning('idle');
      else timers[1] = setTimeout(watch, isSilent ? lookMs : idleTimeoutMs - silentFor, isSilent);
    };
    timers[1] = setTimeout(watch, idleTimeoutMs, false);
  });
}

/** The exit of a killed child; unknown if the system does not report it in time. */
async function reportOf(child: Child): Promise<Exit> {
  return Promise.race([child.exited, sleep(reportLimitMs, { ref: false }).then(() => untold)]);
}

/** Milliseconds and looks for what a closed terminal ends to have ended. */
const [endingMs, endingLooks] = [5, 5];

/** Reaps the orphans of a finished command that its closed terminal ends, while any of them may be about to. */
async function seeHungUp({ pid }: ActiveRun): Promise<void> {
  for (let looks = 0; looks < endingLooks; looks += 1) {
    const living = await reapAdopted();
    if (!living.some((orphan) => readProcess(orphan)?.session === pid)) return;
    await sleep(endingMs);
  }
}

/** Whether anything of a finished command may still run. */
function mayHaveLeft({ pid }: ActiveRun): boolean {
  return hasMembers(pid) || adoptedChildren().some(isUnknown);
}

/** The processes that a finished command left running, noted so that no later sweep ends them. */
function findBackground(run: ActiveRun): readonly ProcessEntry[] {
  // Everything inside ends with its first process, though it may take a moment.
  if (run.isContained || !mayHaveLeft(run)) return [];
  const { own, unclear } = findMembers(run);
  leaveInDoubt(unclear);
  // The last call that may have started such a process lists it.
  const left = [...own, ...unclear.filter((entry) => !mayBeOfAnother(entry, run))];
  leaveBehind(left);
  for (const { pid } of left) letGo(pid);
  return left;
}

function isUnknown(pid: number): boolean {
  const entry = readProcess(pid);
  return entry !== null && !isEnded(entry) && !isLeftBehind(entry);
}
