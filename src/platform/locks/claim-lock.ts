import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterErrorNow, endedNowBy } from '../../core/async/clean-up.ts';
import { sleep } from '../../core/async/sleep.ts';
import { errnoOf } from '../../core/failure.ts';
import { makePrivateFolders } from '../files/private-folders.ts';
import { regularTextOrNull } from '../files/text-file.ts';
import { unlinkQuietly } from '../files/unlink-quietly.ts';
import { loadedNoWait } from '../system/nowait.ts';
import { keepYoung } from './claim-age.ts';
import { isClaimAlive } from './claim-alive.ts';
import { newClaim } from './claim-name.ts';

/**
 * Milliseconds after which a claim counts as dead if its process cannot be looked up; guarded work takes well below one, or
 * renews its claim.
 */
const oldestClaimMs = 10_000;
const longestPauseMs = 16;

/** Runs `work`; if the folder is missing, makes it and runs `work` again. */
function inFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    makePrivateFolders(folder);
    return work();
  }
}

/** Name of the file that the kernel locks, beside the claims. It holds a mark while its holder may be working. */
const kernelFile = 'kernel';
const atWork = '1';
const idle = '0';

/** Stamps of folders last seen without claims; cleared when there are many. */
const unclaimed = new Map<string, string>();
const mostUnclaimed = 64;

/** Milliseconds after a change of a folder until another surely changes its time: some systems count in seconds. */
const settledMs = 5000;

/**
 * Whether a live process has a claim; for callers without one. Each new claim changes the folder, so one that is unchanged
 * since it had none is not listed again.
 */
function isClaimed(folder: string): boolean {
  const { dev, ino, mtimeMs, ctimeMs } = statSync(folder);
  const stamp = `${dev}:${ino}:${mtimeMs}:${ctimeMs}`;
  if (unclaimed.get(folder) === stamp) return false;
  if (hasOthers(folder, null)) return true;
  if (unclaimed.size >= mostUnclaimed) unclaimed.clear();
  if (Date.now() - mtimeMs > settledMs) unclaimed.set(folder, stamp);
  return false;
}

/** Whether a live process other than `own` has a claim; removes claims of dead ones. */
function hasOthers(folder: string, own: string | null): boolean {
  for (const other of readdirSync(folder)) {
    if (other === own || other === kernelFile) continue;
    if (isClaimAlive(other, join(folder, other), oldestClaimMs)) return true;
    // Another process may have removed it as dead already.
    unlinkQuietly(join(folder, other));
  }
  return false;
}

/**
 * Whether a process works under the kernel's lock. The mark shows in microseconds that none does; after a killed process,
 * proc_locks(5) is read, which takes milliseconds. Only for holders of a claim, which keeps others from starting meanwhile.
 */
function isKernelLocked(folder: string): boolean {
  const path = join(folder, kernelFile);
  try {
    if (regularTextOrNull(path) !== atWork) return false;
    const { ino } = statSync(path, { bigint: true });
    if (new RegExp(`^\\d+: FLOCK .*:${ino} 0 EOF$`, 'm').test(readFileSync('/proc/locks', 'latin1')))
      return true;
    writeFileSync(path, idle, { flag: 'r+' });
  } catch {
    // There is no such file: it was never locked.
  }
  return false;
}

type Release = () => void;

/** Tries to lock by a claim of our own. Two that see each other both step back. */
function tryClaim(folder: string, claim = newClaim()): Release | null {
  inFolder(folder, () => closeSync(openSync(join(folder, claim), 'wx', 0o600)));
  return heldIf(
    () => !hasOthers(folder, claim) && !isKernelLocked(folder),
    () => unlinkQuietly(join(folder, claim)),
  );
}

/** Returns `release` if `find` says that the lock is held; if not, or if it throws, releases at once. */
function heldIf(find: () => boolean, release: Release): Release | null {
  let isHeld: boolean;
  try {
    isHeld = find();
  } catch (error) {
    afterErrorNow(release);
    throw error;
  }
  if (isHeld) return release;
  release();
  return null;
}

/** Opens a file, creating it only if missing: with O_CREAT on an existing file, the kernel would lock the folder. */
function openOrCreate(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  }
}

/** Tries the kernel's lock, at a fifth of a claim's cost; undefined if there is none. */
function tryKernelLock(folder: string): Release | null | undefined {
  const calls = loadedNoWait();
  if (calls === null) return undefined;
  const descriptor = inFolder(folder, () => openOrCreate(`${folder}/${kernelFile}`));
  const release = () => {
    // To close it is what gives the lock back: a mark that stays costs others a look.
    afterErrorNow(() => writeSync(descriptor, idle, 0));
    closeSync(descriptor);
  };
  const state = calls.lock(descriptor);
  if (state !== 'free') {
    closeSync(descriptor);
    return state === 'none' ? undefined : null;
  }
  return heldIf(() => {
    writeSync(descriptor, atWork, 0);
    return !isClaimed(folder);
  }, release);
}

/**
 * Takes the lock; null if another live process wants it. Processes that can use the kernel's lock take that, others put up a
 * claim; each announces itself before it looks for the other kind, so that never both continue.
 */
function tryHold(folder: string): Release | null {
  const held = tryKernelLock(folder);
  return held === undefined ? tryClaim(folder) : held;
}

/**
 * Runs the synchronous `work` while no other process does so under the lock `folder` (made if missing; it holds one empty
 * file per claimant, and the one that the kernel locks). A killed holder's claim names its dead process and blocks nobody.
 * Throws the system's error; null if the lock stayed taken for `limitMs`.
 */
export async function withClaimLock<T>(
  folder: string,
  limitMs: number,
  work: () => T,
): Promise<{ readonly value: T } | null> {
  const until = performance.now() + limitMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const release = tryHold(folder);
    if (release !== null) {
      return { value: endedNowBy(release, work) };
    }
    if (performance.now() >= until) return null;
    await sleep(pause * (0.25 + Math.random()));
  }
}

/** Milliseconds between tries for a lock that a person may hold for long. */
const patientPauseMs = 100;

/**
 * Waits for the lock until `signal` is aborted, however long its holder takes. Returns the function that releases it; null
 * when aborted.
 */
export async function holdClaimLock(folder: string, signal: AbortSignal): Promise<(() => void) | null> {
  for (;;) {
    if (signal.aborted) return null;
    const claim = newClaim();
    const release = tryClaim(folder, claim);
    if (release !== null) {
      const letAge = keepYoung(() => join(folder, claim));
      return () => {
        letAge();
        release();
      };
    }
    await sleep(patientPauseMs * (0.5 + Math.random()), { signal });
  }
}
