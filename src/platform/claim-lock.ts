import { closeSync, mkdirSync, openSync, readdirSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from '../core/failure.ts';
import { newClaim } from './lock-files.ts';
import { isRunning } from './proc.ts';

/** A claim whose process cannot be looked up is dead after this long; what the lock guards takes well below a millisecond. */
const oldestClaimMs = 10_000;
const longestPauseMs = 16;

function isAlive(claim: string, file: string): boolean {
  if (!/^[1-9]\d*-\d+-\d+$/.test(claim)) return false;
  const [pid = 0, startTicks = 0] = claim.split('-').map(Number);
  if (startTicks > 0) return isRunning({ pid, startTicks });
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') return false;
  }
  try {
    return Date.now() - statSync(file).mtimeMs < oldestClaimMs;
  } catch {
    return false;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already: another process removed it as a dead one's.
  }
}

function makeClaim(folder: string, claim: string): void {
  try {
    closeSync(openSync(join(folder, claim), 'wx', 0o600));
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeSync(openSync(join(folder, claim), 'wx', 0o600));
  }
}

/** Holds the lock, or null when another live process wants it: of two that see each other both step back. */
function tryHold(folder: string): string | null {
  const claim = newClaim();
  makeClaim(folder, claim);
  for (const other of readdirSync(folder)) {
    if (other === claim) continue;
    if (isAlive(other, join(folder, other))) {
      remove(join(folder, claim));
      return null;
    }
    remove(join(folder, other));
  }
  return claim;
}

/**
 * Runs the synchronous `work` while no other process does so under the lock `folder` (made when missing, one empty file a
 * claimant). A killed holder's claim names its dead process and keeps nobody out. Throws what the system says; null when
 * the lock stayed taken for `limitMs`.
 */
export async function withClaimLock<T>(
  folder: string,
  limitMs: number,
  work: () => T,
): Promise<{ readonly value: T } | null> {
  const until = Date.now() + limitMs;
  for (let pause = 1; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const claim = tryHold(folder);
    if (claim !== null) {
      try {
        return { value: work() };
      } finally {
        remove(join(folder, claim));
      }
    }
    if (Date.now() >= until) return null;
    await sleep(pause * (0.25 + Math.random()));
  }
}

/** Milliseconds between two looks at a lock that a person may hold for long. */
const patientPauseMs = 100;

/** Waits for the lock until `signal` is aborted, however long its holder takes. The returned function gives it back; null when aborted. */
export async function holdClaimLock(folder: string, signal: AbortSignal): Promise<(() => void) | null> {
  for (;;) {
    if (signal.aborted) return null;
    const claim = tryHold(folder);
    if (claim !== null) return () => remove(join(folder, claim));
    await sleep(patientPauseMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {});
  }
}
