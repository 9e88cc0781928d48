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
 * A claim whose process cannot be looked up is dead after this long; what the lock guards takes well below a millisecond, or renews
 * its claim.
 */
const oldestClaimMs = 10_000;
const longestPauseMs = 16;

/** Does what needs the folder, and again once it was made. */
function inFolder<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    makePrivateFolders(folder);
    return work();
  }
}

/** Beside the claims: the file that the kernel locks. It holds a mark while its holder may be at work. */
const kernelFile = 'kernel';
const atWork = '1';
const idle = '0';

/** Folders without claims, each as it was when that was seen; forgotten when there are many. */
const unclaimed = new Map<string, string>();
const mostUnclaimed = 64;

/** Milliseconds after a change of a folder from which on another one is sure to give it another time: some systems count it in seconds. */
const settledMs = 5000;

/**
 * Whether a live process has a claim, for who has none. Each claim that is put up changes the folder, so one that is as it was when it
 * had none is not listed again.
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

/** Whether a live process other than `own` has a claim; those of dead ones are removed. */
function hasOthers(folder: string, own: string | null): boolean {
  for (const other of readdirSync(folder)) {
    if (other === own || other === kernelFile) continue;
    if (isClaimAlive(other, join(folder, other), oldestClaimMs)) return true;
    // Another process may have removed it as a dead one's.
    unlinkQuietly(join(folder, other));
  }
  return false;
}

/**
 * Whether a process is at work under the kernel's lock. The mark tells in microseconds that none is; what a killed process
 * left is looked up in proc_locks(5), which takes the kernel milliseconds. Only for who has a claim: it keeps others from
 * going to work meanwhile.
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
    // There is no such file: nobody has locked it yet.
  }
  return false;
}

type Release = () => void;

/** By a claim of our own. Of two that see each other both step back. */
function tryClaim(folder: string, claim = newClaim()): Release | null {
  inFolder(folder, () => closeSync(openSync(join(folder, claim), 'wx', 0o600)));
  return heldIf(
    () => !hasOthers(folder, claim) && !isKernelLocked(folder),
    () => unlinkQuietly(join(folder, claim)),
  );
}

/** How what was taken is given back, once it is found to be held; it is given back at once where it is not, or that cannot be told. */
function heldIf(find: () => boolean, release: Release): Release | null {
  let isHeld = false;
  try {
    isHeld = find();
    return isHeld ? release : null;
  } finally {
    if (!isHeld) release();
  }
}

/** Asked to create what is there, the kernel would keep others out of the folder for it. */
function openOrCreate(path: string): number {
  try {
    return openSync(path, 'r+');
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    return openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  }
}

/** By the kernel's lock, at a fifth of a claim's cost; undefined where there is none to be had. */
function tryKernelLock(folder: string): Release | null | undefined {
  const calls = loadedNoWait();
  if (calls === null) return undefined;
  const descriptor = inFolder(folder, () => openOrCreate(`${folder}/${kernelFile}`));
  const release = () => {
    try {
      writeSync(descriptor, idle, 0);
    } finally {
      closeSync(descriptor);
    }
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
 * Holds the lock, or null when another live process wants it. Processes that reach the kernel's lock take that, the others
 * put up a claim; each announces itself before it looks for those of the other kind, so that never both go on.
 */
function tryHold(folder: string): Release | null {
  const held = tryKernelLock(folder);
  return held === undefined ? tryClaim(folder) : held;
}

/**
 * Runs the synchronous `work` while no other process does so under the lock `folder` (made when missing; it holds one empty
 * file a claimant, and the one that the kernel locks). A killed holder's claim names its dead process and keeps nobody out.
 * Throws what the system says; null when the lock stayed taken for `limitMs`.
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
      try {
        return { value: work() };
      } finally {
        release();
      }
    }
    if (performance.now() >= until) return null;
    await sleep(pause * (0.25 + Math.random()));
  }
}

/** Milliseconds between two looks at a lock that a person may hold for long. */
const patientPauseMs = 100;

/** Waits for the lock until `signal` is aborted, however long its holder takes. The returned function gives it back; null when aborted. */
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
