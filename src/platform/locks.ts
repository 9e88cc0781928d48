import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannot, messageOf, ToolFailure } from '../core/failure.ts';
import { claimLock, dropClaim, newClaim, otherClaims } from './lock-files.ts';

const longestWaitMs = 10_000;

/** What a holder of a lock knows. */
export interface HeldLock {
  /** Unique to this holding; also names what it leaves behind when it is killed. */
  readonly claim: string;
  /** Claims of processes that were killed while they held or wanted this lock. */
  readonly dead: readonly string[];
  /** Why other processes are not kept out, or null when they are. */
  readonly problem: string | null;
}

const queues = new Map<string, Promise<void>>();

/** Waits for the earlier calls of this process on `key`; the returned function lets the next one in. */
async function enterQueue(key: string): Promise<() => void> {
  const before = queues.get(key);
  let leave = (): void => {};
  const mine = new Promise<void>((resolve) => {
    leave = resolve;
  });
  queues.set(key, mine);
  await before;
  return () => {
    if (queues.get(key) === mine) queues.delete(key);
    leave();
  };
}

/**
 * Holds once no other live claim was seen after its own was written down. Two that see each other never both hold; the one
 * with the greater name steps back. A killed process leaves a claim that names it, and nobody waits for the dead.
 */
async function acquire(
  folder: string,
  key: string,
  claim: string,
  shown: string,
): Promise<readonly string[]> {
  const dead: string[] = [];
  const until = Date.now() + longestWaitMs;
  await claimLock(folder, key, claim);
  for (let pause = 1; ; pause = Math.min(pause * 2, 16)) {
    const others = await otherClaims(folder, key, claim);
    dead.push(...others.dead);
    if (others.live.length === 0) return dead;
    if (Date.now() > until) {
      await dropClaim(folder, key, claim);
      throw cannot('write', shown, 'another process has been writing it for 10 s', 'a file nobody writes');
    }
    const stepsBack = others.live.some((other) => other < claim);
    if (stepsBack) await dropClaim(folder, key, claim);
    await sleep(pause * (0.5 + Math.random()));
    if (stepsBack) await claimLock(folder, key, claim);
  }
}

/** Runs `work` while no other call, of this process or another of the same user, holds the lock of the real `path`. */
export async function withPathLock<T>(
  { folder, path, shown }: { readonly folder: string; readonly path: string; readonly shown: string },
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const locks = join(folder, 'locks');
  const key = createHash('sha256').update(path).digest('hex').slice(0, 32);
  const leave = await enterQueue(key);
  const claim = newClaim();
  try {
    let dead: readonly string[] = [];
    let problem: string | null = null;
    try {
      dead = await acquire(locks, key, claim, shown);
    } catch (error) {
      if (error instanceof ToolFailure) throw error;
      problem = messageOf(error);
    }
    return await work({ claim, dead, problem });
  } finally {
    await dropClaim(locks, key, claim);
    leave();
  }
}
