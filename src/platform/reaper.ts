import { readFileSync } from 'node:fs';
import { loadLibc } from './libc.ts';
import { isOwnedChild } from './owned-children.ts';
import { readProcess } from './proc.ts';

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
    return false;
  });
}

let timer: ReturnType<typeof setTimeout> | null = null;

/** Looks after adopted children until none is left: soon after a run, then once a second. Keeps no process alive. */
export function watchAdopted(delayMs = 50): void {
  if (timer !== null) return;
  timer = setTimeout(async () => {
    const living = await reapAdopted();
    timer = null;
    if (living.length > 0) watchAdopted(Math.min(1000, delayMs * 2));
  }, delayMs);
  timer.unref?.();
}
