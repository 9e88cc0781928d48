import {
  addDescendants,
  environmentHolds,
  isEnded,
  isRunning,
  listProcesses,
  type ProcessEntry,
} from '../process/proc.ts';
import { sendSignal } from '../process/signals.ts';
import { type Survivor, sweepProcesses } from '../process/sweep.ts';
import type { ProcessMark } from './session-marks.ts';

/** A run whose keeper is dead. */
export interface LostRun {
  /** Value of the environment marker of everything it started. */
  readonly runId: string;
  readonly leader: ProcessMark;
}

/**
 * Ends what a killed keeper left: processes with the run's marker, its leader's session while the leader lives, and their
 * descendants. The process group is not enough: its number may be another's by now. Returns the processes that could not be
 * ended.
 */
export function sweepLostRun(run: LostRun): Promise<Survivor[]> {
  return sweepProcesses(
    () => membersOf(run),
    (pid) => sendSignal(pid, 'SIGKILL'),
  );
}

function membersOf({ runId, leader }: LostRun): readonly ProcessEntry[] {
  const entries = listProcesses().filter(
    (entry) => !isEnded(entry) && entry.startTicks >= leader.startTicks && entry.pid !== process.pid,
  );
  const isLed = leader.startTicks > 0 && isRunning(leader);
  const members = new Set<number>();
  for (const entry of entries) {
    if ((isLed && entry.session === leader.pid) || environmentHolds(entry, runId)) members.add(entry.pid);
  }
  addDescendants(entries, members);
  return entries.filter(({ pid }) => members.has(pid));
}
