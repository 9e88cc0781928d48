import type { ProcessEntry } from './proc.ts';

/** A running command, as clean-up knows it. */
export interface ActiveRun {
  /** Value of the environment marker of everything the command starts. */
  readonly runId: string;
  /** Value of the environment marker of everything any of our runs starts. */
  readonly serverId: string;
  /** Pid of the command, also its process group and session. */
  readonly pid: number;
  readonly startTicks: number;
  /** The sudo that started it, which can signal what we may not; null for none. */
  readonly sudo: string | null;
  /** Whether its process only holds a PID namespace: ending it ends everything inside. */
  readonly isContained: boolean;
  /** Start ticks, by pid, of processes seen below the command; they stay its own when their parents end. */
  readonly known: Map<number, number>;
  /** Names, by pid, of its orphans that the end of its terminal ended. */
  readonly hungUp: Map<number, string>;
}

const active = new Set<ActiveRun>();
/** Most processes remembered of a kind; past that, the older half is forgotten. */
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

/** The active runs. */
export function activeRuns(): ReadonlySet<ActiveRun> {
  return active;
}

/** Notes processes that a finished call left behind: they stay, and no later sweep may end them. */
export function leaveBehind(entries: readonly ProcessEntry[]): void {
  leftBehind.note(entries);
}

/** Whether a finished call left this process behind. */
export function isLeftBehind(entry: ProcessEntry): boolean {
  return leftBehind.has(entry);
}

/** Notes processes that belong either to a finished call or to a running one: no sweep of the latter ends them. */
export function leaveInDoubt(entries: readonly ProcessEntry[]): void {
  doubtful.note(entries);
}

/** Whether a finished call may have left this process. */
export function isInDoubt(entry: ProcessEntry): boolean {
  return doubtful.has(entry);
}
