import { readdirSync, readFileSync } from 'node:fs';
import { loadLibc } from './libc.ts';
import { isOwnedChild } from './owned-children.ts';
import { readProcess } from './proc.ts';

/** Pids of our children that the runtime does not wait for: orphans that were handed to us. Empty without /proc. */
export function adoptedChildren(): readonly number[] {
  const pids: number[] = [];
  try {
    for (const task of readdirSync('/proc/self/task')) {
      for (const word of readFileSync(`/proc/self/task/${task}/children`, 'latin1').split(' ')) {
        const pid = Number(word);
        if (pid > 0 && !isOwnedChild(pid)) pids.push(pid);
      }
    }
  } catch {
    // A thread that just ended, or a kernel without this file: the next look finds what is left.
  }
  return pids;
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
