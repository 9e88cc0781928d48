import { sleep } from '../../core/async/sleep.ts';
import {
  addDescendants,
  environmentHolds,
  isEnded,
  isRunning,
  listProcesses,
  type ProcessEntry,
} from '../process/proc.ts';
import { sendSignal } from '../process/signals.ts';
import type { Survivor } from '../process/terminate.ts';
import type { ProcessMark } from './session-marks.ts';

/** Milliseconds the sweep may take. */
const limitMs = 1000;

/** What is known of a run whose keeper is dead. */
export interface LostRun {
  /** Value of the environment marker of everything it started. */
  readonly runId: string;
  readonly leader: ProcessMark;
}

/**
 * Ends what a killed keeper has left: everything that carries the run's marker, its leader's session while the leader lives,
 * and what descends from these. A process group is not enough to go by: its number may be another's by now. Returns the
 * processes that could not be ended.
 */
export async function sweepLostRun(run: LostRun): Promise<Survivor[]> {
  const deadline = performance.now() + limitMs;
  let found: readonly ProcessEntry[] = [];
  for (let empty = 0; empty < 3 && performance.now() < deadline; ) {
    found = membersOf(run);
    empty = found.length === 0 ? empty + 1 : 0;
    for (const { pid } of found) sendSignal(pid, 'SIGSTOP');
    for (const { pid } of found) sendSignal(pid, 'SIGKILL');
    await sleep(empty === 0 ? 4 : 1);
  }
  return found
    .filter(isRunning)
    .map(({ pid, name }) => ({ pid, name, reason: 'it still runs after SIGKILL' }));
}

function membersOf({ runId, leader }: LostRun): readonly ProcessEntry[] {
  const entries = listProcesses().filter(
    (entry) => !isEnded(entry) && entry.startTicks >= leader.startTicks && entry.pid !== process.pid,
  );
  const isLed = leader.startTicks > 0 && isRunning(leader);
  const members = new Set<number>();
  for (const { pid, session } of entries) {
    if ((isLed && session === leader.pid) || environmentHolds(pid, runId)) members.add(pid);
  }
  addDescendants(entries, members);
  return entries.filter(({ pid }) => members.has(pid));
}
