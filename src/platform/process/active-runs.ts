import type { ProcessEntry } from './proc.ts';

/** A command that is running now, as clean-up knows it. */
export interface ActiveRun {
  /** Value of the environment marker of everything the command starts. */
  readonly runId: string;
  /** Value of the environment marker of everything any of our runs starts. */
  readonly serverId: string;
  /** Pid of the command, which is its group and its session too. */
  readonly pid: number;
  readonly startTicks: number;
  /** The sudo that started it, which can signal what we may not. */
  readonly sudo: string | null;
  /** Whether its process is only what holds a PID namespace: ending it ends all within. */
  readonly isContained: boolean;
  /** Processes seen below the command, by pid; they stay its own when their parents are gone. */
  readonly known: Map<number, number>;
}

const active = new Set<ActiveRun>();
/** Processes that are remembered of one kind; past that the older half is forgotten. */
const mostRemembered = 4096;

/** Processes by pid and start time. */
class Remembered {
  readonly #startTicks = new Map<number, number>();

  note(entries: readonly ProcessEntry[]): void {
    for (const { pid, startTicks } of entries) this.#startTicks.set(pid, startTicks);
    if (this.#startTicks.size <= mostRemembered) return;
    for (const pid of [...this.#startTicks.keys()].slice(0, mostRemembered / 2)) this.#startTicks.delete(pid);
  }

  has({ pid, startTicks }: ProcessEntry): boolean {
    return this.#startTicks.get(pid) === startTicks;
  }
}

const leftBehind = new Remembered();
const doubtful = new Remembered();

/** Lists a run as active until the returned function is called. */
export function beginRun(run: ActiveRun): () => void {
  active.add(run);
  return () => void active.delete(run);
}

/** The runs that are active now. */
export function activeRuns(): ReadonlySet<ActiveRun> {
  return active;
}

/** Notes processes that a finished call left behind: they stay, and no later sweep may take them for its own. */
export function leaveBehind(entries: readonly ProcessEntry[]): void {
  leftBehind.note(entries);
}

/** Whether a finished call left this process behind. */
export function isLeftBehind(entry: ProcessEntry): boolean {
  return leftBehind.has(entry);
}

/** Notes processes that a finished call may have left, or one that still runs: of these none is ended by a sweep of that one. */
export function leaveInDoubt(entries: readonly ProcessEntry[]): void {
  doubtful.note(entries);
}

/** Whether a finished call may have left this process. */
export function isInDoubt(entry: ProcessEntry): boolean {
  return doubtful.has(entry);
}
