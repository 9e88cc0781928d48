import { type ActiveRun, activeRuns, isInDoubt, isLeftBehind } from './active-runs.ts';
import { isOwnedChild } from './owned-children.ts';
import { addDescendants, environmentHolds, isEnded, listProcesses, type ProcessEntry } from './proc.ts';

/** The living processes of a run, and those that may belong to this run or another. */
export interface Members {
  readonly own: readonly ProcessEntry[];
  readonly unclear: readonly ProcessEntry[];
}

/**
 * Finds everything a run started: its session (which includes its group), processes with its environment marker, descendants
 * of these or of processes seen below it before, and orphans handed to us that only this run can have made.
 */
export function findMembers(run: ActiveRun): Members {
  const entries = listProcesses().filter((entry) => isCandidate(entry, run));
  const own = new Set<number>();
  const unclear: ProcessEntry[] = [];
  for (const entry of entries) {
    if (isMarked(entry, run)) own.add(entry.pid);
    else if (isUnaccountedOrphan(entry, run)) {
      if (isInDoubt(entry) || mayBeOfAnother(entry, run)) unclear.push(entry);
      else own.add(entry.pid);
    }
  }
  addDescendants(entries, own);
  const members = entries.filter((entry) => own.has(entry.pid));
  for (const { pid, startTicks } of members) run.known.set(pid, startTicks);
  return { own: members, unclear: unclear.filter((entry) => !own.has(entry.pid)) };
}

function isCandidate(entry: ProcessEntry, run: ActiveRun): boolean {
  return entry.startTicks >= run.startTicks && !isEnded(entry) && entry.pid !== process.pid;
}

function isMarked(entry: ProcessEntry, run: ActiveRun): boolean {
  if (entry.session === run.pid) return true;
  if (run.known.get(entry.pid) === entry.startTicks) return true;
  return environmentHolds(entry, run.runId);
}

/** Whether a process was handed to us as an orphan, with nothing in its environment that says whose it is. */
export function isUnaccountedOrphan(entry: ProcessEntry, run: ActiveRun): boolean {
  if (entry.parent !== process.pid || isOwnedChild(entry.pid) || isLeftBehind(entry)) return false;
  return !environmentHolds(entry, run.serverId);
}

/** Whether another active run may have started a process. */
export function mayBeOfAnother(entry: ProcessEntry, run: ActiveRun): boolean {
  for (const other of activeRuns()) {
    if (other === run || other.startTicks > entry.startTicks) continue;
    return true;
  }
  return false;
}
