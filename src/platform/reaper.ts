import { readFileSync } from 'node:fs';
import { activeRuns, isLeftBehind } from './active-runs.ts';
import { type Guarded, guardAlso, unguardRun } from './guardian.ts';
import { loadLibc } from './libc.ts';
import { isOwnedChild } from './owned-children.ts';
import { environmentHolds, readProcess } from './proc.ts';

/** Pids of our children that the runtime does not wait for: orphans that were handed to us. Empty without /proc. */
export function adoptedChildren(): readonly number[] {
  try {
    // An orphan becomes a child of the first thread that lives (find_new_reaper in the kernel's exit.c): the main one, which is ours.
    const children = readFileSync('/proc/thread-self/children', 'latin1');
    return children
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
    if (isOwnedChild(pid) || readProcess(pid)?.state !== 'Z') return true;
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

/** Whether only we, as its parent now, can tell that something that still runs made it: no environment or ancestor says so. */
function isUnmarkedOrphan(pid: number): boolean {
  const entry = readProcess(pid);
  if (entry === null || isLeftBehind(entry)) return false;
  const makers = [...activeRuns()].filter(({ startTicks }) => startTicks <= entry.startTicks);
  return makers.length > 0 && !makers.some(({ serverId }) => environmentHolds(pid, serverId));
}

/** Names to the guardian what it could not find by itself once we are gone. */
function guardOrphans(living: readonly number[]): void {
  const [run] = activeRuns();
  const orphans = run === undefined ? [] : living.filter(isUnmarkedOrphan);
  for (const pid of guardedOrphans.keys()) if (!orphans.includes(pid)) letGo(pid);
  for (const pid of orphans) {
    if (run === undefined || guardedOrphans.has(pid)) continue;
    const orphan = { pid, runId: run.runId };
    guardedOrphans.set(pid, orphan);
    guardAlso(orphan);
  }
}

let timer: ReturnType<typeof setTimeout> | null = null;

/** Looks after adopted children while anything runs and until none is left: soon, then once a second. Keeps no process alive. */
export function watchAdopted(delayMs = 50): void {
  if (timer !== null) return;
  timer = setTimeout(async () => {
    const living = await reapAdopted();
    timer = null;
    guardOrphans(living);
    if (living.length > 0 || activeRuns().size > 0) watchAdopted(Math.min(1000, delayMs * 2));
  }, delayMs);
  timer.unref?.();
}
