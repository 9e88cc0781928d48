import { sleep } from '../../core/async/sleep.ts';
import { isRunning, type ProcessEntry } from './proc.ts';
import { reapAdopted } from './reaper.ts';
import { type SignalResult, sendSignal } from './signals.ts';

/** A process that clean-up could not end, and why. */
export interface Survivor {
  readonly pid: number;
  readonly name: string;
  readonly reason: string;
}

/** Milliseconds a sweep may take before it reports what still lives. */
const limitMs = 1000;

/** Lists processes as survivors for one reason. */
export function survivorsOf(entries: readonly ProcessEntry[], reason: string): readonly Survivor[] {
  return entries.map(({ pid, name }) => ({ pid, name, reason }));
}

/**
 * Stops, then kills, everything that `find` returns until three calls in a row return nothing or the limit is reached.
 * Returns what could not be ended. A later process with the pid of a found one is left alone.
 */
export async function sweepProcesses(
  find: () => readonly ProcessEntry[],
  kill: (pid: number) => SignalResult | Promise<SignalResult>,
): Promise<Survivor[]> {
  const deadline = performance.now() + limitMs;
  const forbidden = new Map<number, ProcessEntry>();
  let remaining: readonly ProcessEntry[] = [];
  for (let empty = 0; empty < 3 && performance.now() < deadline; ) {
    remaining = find().filter(({ pid }) => !forbidden.has(pid));
    empty = remaining.length === 0 ? empty + 1 : 0;
    for (const entry of remaining) if (isRunning(entry)) sendSignal(entry.pid, 'SIGSTOP');
    for (const entry of remaining) {
      if (isRunning(entry) && (await kill(entry.pid)) === 'forbidden') forbidden.set(entry.pid, entry);
    }
    await sleep(empty === 0 ? 1 : 4);
    await reapAdopted();
  }
  return [
    ...survivorsOf(remaining.filter(isRunning), 'it still runs after SIGKILL'),
    ...survivorsOf([...forbidden.values()].filter(isRunning), 'not permitted to signal it'),
  ];
}
