import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { RunningTime } from '../../core/async/running-time.ts';
import { sleep } from '../../core/async/sleep.ts';
import { safeOpen } from '../files/regular-file.ts';
import { lstatOrNull } from '../files/stats.ts';
import { bindNoWait, type NoWait } from '../system/nowait.ts';
import { type HeldLock, type LockedPath, withPathLock } from './locks.ts';

/** Milliseconds to wait for the kernel's lock of one file: a program may hold it for as long as it runs. */
const longestWaitMs = 2000;
const pauseMs = 2;
/** Most milliseconds that count between two tries: a busy machine keeps us from the lock too. */
const mostLookMs = 20;

/**
 * Runs `work` while no other call holds a lock of the file at the real `path`: that of the path, that of the file itself if
 * it has several names, and the kernel's (flock(2)). The first two exclude users of the same state folder, the last one
 * everybody, if the system has it and no other program holds that of one file for longer than `longestWaitMs`. Throws like `withPathLock`.
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

/** Locks a file with several hard links, whose paths have locks of their own. Its holder never waits for a path. */
function withNamesLock<T>(place: LockedPath, work: () => Promise<T>): Promise<T> {
  const stats = lstatOrNull(place.path);
  if (stats === null || !stats.isFile() || stats.nlink < 2) return work();
  return withPathLock({ ...place, path: `inode/${stats.dev}/${stats.ino}` }, work);
}

/** Waits for the kernel's lock of what is at the path by then; returns the function that releases it, if it was taken. */
async function takeKernelLock(path: string): Promise<() => void> {
  const calls = await bindNoWait();
  const waited = new RunningTime(mostLookMs);
  let file: number | undefined;
  while (calls !== null && waited.read() < longestWaitMs) {
    const taken = tryKernelLock(calls, path);
    if (taken === 'none') break;
    if (taken !== 'taken') return taken;
    await sleep(pauseMs * (0.5 + Math.random()));
    const now = lstatOrNull(path)?.ino;
    // Who replaces the file takes turns with others, as we do.
    if (now !== file) waited.restart();
    file = now;
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
  // A file replaced before it was locked is no longer the one at the path.
  return state === 'none' ? 'none' : 'taken';
}

function isAt(path: string, descriptor: number): boolean {
  const [at, open] = [lstatOrNull(path), fstatSync(descriptor)];
  return at?.ino === open.ino && at.dev === open.dev;
}
