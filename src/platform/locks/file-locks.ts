import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import { safeOpen } from '../files/regular-file.ts';
import { lstatOrNull } from '../files/stats.ts';
import { bindNoWait, type NoWait } from '../system/nowait.ts';
import { type HeldLock, type LockedPath, withPathLock } from './locks.ts';

/** Milliseconds the kernel's lock of a file is waited for: a program may have taken it for as long as it runs. */
const longestWaitMs = 2000;
const pauseMs = 2;

/**
 * Runs `work` while no other call holds a lock of the file at the real `path`: that of the path, that of the file itself where it
 * has several names, and the kernel's (flock(2)). The first two keep those apart who share the state folder, the last one all,
 * where the system has it and no other program holds it for longer than `longestWaitMs`. Throws as `withPathLock` does.
 */
export function withFileLocks<T>(place: LockedPath, work: (lock: HeldLock) => Promise<T>): Promise<T> {
  return withPathLock(place, (lock) =>
    withNamesLock(place, async () => {
      const release = await takeKernelLock(place.path);
      try {
        return await work(lock);
      } finally {
        release();
      }
    }),
  );
}

/** Of a file with several hard links, each path has a lock of its own. Whoever holds this one waits for no path. */
function withNamesLock<T>(place: LockedPath, work: () => Promise<T>): Promise<T> {
  const stats = lstatOrNull(place.path);
  if (stats === null || !stats.isFile() || stats.nlink < 2) return work();
  return withPathLock({ ...place, path: `inode/${stats.dev}/${stats.ino}` }, work);
}

/** Waits for the kernel's lock of what is at the path by then; the returned function gives it back, if it was to be had. */
async function takeKernelLock(path: string): Promise<() => void> {
  const calls = await bindNoWait();
  const until = performance.now() + longestWaitMs;
  while (calls !== null && performance.now() < until) {
    const taken = tryKernelLock(calls, path);
    if (taken === 'none') break;
    if (taken !== 'taken') return taken;
    await sleep(pauseMs * (0.5 + Math.random()));
  }
  return () => {};
}

function tryKernelLock(calls: NoWait, path: string): (() => void) | 'taken' | 'none' {
  if (lstatOrNull(path)?.isFile() !== true) return 'none';
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | safeOpen);
  } catch {
    return 'none';
  }
  const state = calls.lock(descriptor);
  if (state === 'free' && isAt(path, descriptor)) return () => closeSync(descriptor);
  closeSync(descriptor);
  // One that was replaced before it was locked is no longer what is at the path.
  return state === 'none' ? 'none' : 'taken';
}

function isAt(path: string, descriptor: number): boolean {
  const [at, open] = [lstatOrNull(path), fstatSync(descriptor)];
  return at?.ino === open.ino && at.dev === open.dev;
}
