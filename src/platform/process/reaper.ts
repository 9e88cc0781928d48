import { openSync } from 'node:fs';
import { loadLibc } from '../system/libc.ts';
import { type ActiveRun, activeRuns } from './active-runs.ts';
import { type Guarded, guardAlso, unguardRun } from './guardian.ts';
import { isUnaccountedOrphan } from './members.ts';
import { isOwnedChild } from './owned-children.ts';
import { endSignal, isEnded, type ProcessEntry, readProcess } from './proc.ts';
import { readOpenProc } from './proc-file.ts';
import { signalNumber } from './signals.ts';

/** Descriptor of the list of this thread's children, kept open because every call reads it at its end. */
let list: number | null = null;

/** Pids of our children that the runtime does not wait for: adopted orphans. Empty without /proc. */
export function adoptedChildren(): readonly number[] {
  try {
    // An orphan becomes a child of the first living thread (find_new_reaper in the kernel's exit.c): our main one.
    list ??= openSync('/proc/thread-self/children', 'r');
    return readOpenProc(list)
      .split(' ')
      .map(Number)
      .filter((pid) => pid > 0 && !isOwnedChild(pid));
  } catch {
    // The kernel does not have this file.
    return [];
  }
}

let adopting: Promise<boolean> | null = null;

/** Makes orphaned descendants our children instead of init's, so that none is lost; false if that cannot be. */
export function adoptOrphans(): Promise<boolean> {
  adopting ??= loadLibc().then((libc) => libc?.becomeSubreaper() ?? false);
  return adopting;
}

/** Notes a dead orphan for its run if a closed terminal ended it. */
function noteHungUp({ pid, name, session }: ProcessEntry): void {
  for (const run of activeRuns())
    if (run.pid === session && endSignal(pid) === signalNumber('SIGHUP')) run.hungUp.set(pid, name);
}

/** Reaps the dead adopted children, by pid, and returns the living ones. */
export async function reapAdopted(): Promise<readonly number[]> {
  const pids = adoptedChildren();
  if (pids.length === 0) return pids;
  const libc = await loadLibc();
  return pids.filter((pid) => {
    const entry = isOwnedChild(pid) ? null : readProcess(pid);
    if (entry === null || !isEnded(entry)) return true;
    noteHungUp(entry);
    libc?.reap(pid);
    letGo(pid);
    return false;
  });
}

/** Adopted children that the guardian knows of. */
const guardedOrphans = new Map<number, Guarded>();

/** Removes a process from the guardian's list: it is dead, or no running command made it. */
export function letGo(pid: number): void {
  const orphan = guardedOrphans.get(pid);
  if (orphan === undefined) return;
  guardedOrphans.delete(pid);
  unguardRun(orphan);
}

/** A running command that may have made a process only we, as its parent now, know of; null for none. */
function makerOf(pid: number): ActiveRun | null {
  const entry = activeRuns().size === 0 ? null : readProcess(pid);
  if (entry === null) return null;
  const made = (run: ActiveRun) => run.startTicks <= entry.startTicks && isUnaccountedOrphan(entry, run);
  return [...activeRuns()].find(made) ?? null;
}

/** Tells the guardian about processes that it could not find once we are gone. */
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

/** Whether we are the first process of a PID namespace: it gets all orphans, also of processes others start in the container. */
const adoptsAll = process.pid === 1;

/**
 * Reaps adopted children while anything runs and until none is left, or forever if any may come: soon, then once a second.
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
