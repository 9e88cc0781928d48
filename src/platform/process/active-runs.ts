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
/** Start times of processes that finished calls left behind, by pid. */
const leftBehind = new Map<number, number>();
/** Processes that are remembered; past that the older half is forgotten. */
const mostLeftBehind = 4096;

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
  for (const { pid, startTicks } of entries) leftBehind.set(pid, startTicks);
  if (leftBehind.size > mostLeftBehind) {
    for (const pid of [...leftBehind.keys()].slice(0, mostLeftBehind / 2)) leftBehind.delete(pid);
  }
}

/** Whether a finished call left this process behind. */
export function isLeftBehind({ pid, startTicks }: ProcessEntry): boolean {
  return leftBehind.get(pid) === startTicks;
}
