import { openSync } from 'node:fs';
import { loadLibc } from '../system/libc.ts';
import { type ActiveRun, activeRuns } from './active-runs.ts';
import { type Guarded, guardAlso, unguardRun } from './guardian.ts';
import { isUnaccountedOrphan } from './members.ts';
import { isOwnedChild } from './owned-children.ts';
import { isEnded, readProcess } from './proc.ts';
import { readOpenProc } from './proc-file.ts';

/** The list of the children of this thread, kept open: every call that ends reads it. */
let list: number | null = null;

/** Pids of our children that the runtime does not wait for: orphans that were handed to us. Empty without /proc. */
export function adoptedChildren(): readonly number[] {
  try {
    // An orphan becomes a child of the first thread that lives (find_new_reaper in the kernel's exit.c): the main one, which is ours.
    list ??= openSync('/proc/thread-self/children', 'r');
    return readOpenProc(list)
      .split(' ')
      .map(Number)
      .filter((pid) => pid > 0 && !isOwnedChild(pid));
  } catch {
    // A kernel without this file.
    return [];
  }
}

let adopting: Promise<boolean> | null = null;

/** From now on orphaned descendants become our children instead of init's, so that none is lost; false where that cannot be. */
export function adoptOrphans(): Promise<boolean> {
  adopting ??= loadLibc().then((libc) => libc?.becomeSubreaper() ?? false);
  return adopting;
}

/** Reaps the adopted children that are dead, by pid, and returns those that live. */
export async function reapAdopted(): Promise<readonly number[]> {
  const pids = adoptedChildren();
  if (pids.length === 0) return pids;
  const libc = await loadLibc();
  return pids.filter((pid) => {
    const entry = isOwnedChild(pid) ? null : readProcess(pid);
    if (entry === null || !isEnded(entry)) return true;
    libc?.reap(pid);
    letGo(pid);
    return false;
  });
}

/** Adopted children that the guardian is told of. */
const guardedOrphans = new Map<number, Guarded>();

/** The guardian is to leave it alone from now on: it is dead, or nothing that runs made it. */
export function letGo(pid: number): void {
  const orphan = guardedOrphans.get(pid);
  if (orphan === undefined) return;
  guardedOrphans.delete(pid);
  unguardRun(orphan);
}

/** A run that goes on and may have made what only we, as its parent now, know of; null where there is none. */
function makerOf(pid: number): ActiveRun | null {
  const entry = activeRuns().size === 0 ? null : readProcess(pid);
  if (entry === null) return null;
  const made = (run: ActiveRun) => run.startTicks <= entry.startTicks && isUnaccountedOrphan(entry, run);
  return [...activeRuns()].find(made) ?? null;
}

/** Names to the guardian what it could not find by itself once we are gone. */
function guardOrphans(living: readonly number[]): void {
  const makers = new Map(living.map((pid) => [pid, makerOf(pid)]));
  for (const pid of guardedOrphans.keys()) if (!makers.get(pid)) letGo(pid);
  for (const [pid, maker] of makers) {
    if (maker === null || guardedOrphans.has(pid)) continue;
    const orphan = { pid, runId: maker.runId };
    guardedOrphans.set(pid, orphan);
    guardAlso(orphan);
  }
}

let timer: ReturnType<typeof setTimeout> | null = null;

/** The first process of a PID namespace is handed the orphans of all others, also of those that others start in a container. */
const adoptsAll = process.pid === 1;

/**
 * Looks after adopted children while anything runs and until none is left, for ever where any may come: soon, then once a second.
 * Keeps no process alive.
 */
export function watchAdopted(delayMs = 50): void {
  if (timer !== null) return;
  timer = setTimeout(async () => {
    const living = await reapAdopted();
    timer = null;
    guardOrphans(living);
    if (adoptsAll || living.length > 0 || activeRuns().size > 0) watchAdopted(Math.min(1000, delayMs * 2));
  }, delayMs);
  timer.unref?.();
}
