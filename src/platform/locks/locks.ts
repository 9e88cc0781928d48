import { join } from 'node:path';
import { sleep } from '../../core/async/sleep.ts';
import { Turns } from '../../core/async/turns.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { reasonOf } from '../files/file-failure.ts';
import { keepYoung } from './claim-age.ts';
import { newClaim } from './claim-name.ts';
import {
  type Claim,
  claimLock,
  claimPath,
  type DeadClaim,
  dropClaim,
  forgetClaim,
  lockKey,
  otherClaims,
  queueClaim,
} from './lock-files.ts';

/** Milliseconds to wait for one holder. */
const longestWaitMs = 10_000;
/** Milliseconds between checks by the next in line; those behind it check less often. */
const pauseMs = 2;
const mostPauses = 16;

/** What the holder of a lock knows. */
export interface HeldLock {
  /** Unique to this holding; also names what it leaves behind if killed. */
  readonly claim: string;
  /**
   * Claims of processes killed while they held or wanted this lock, or that of another path of its folder. They are forgotten
   * when the work is done: if this process is killed before, the next one finds them.
   */
  readonly dead: readonly string[];
  /** Why other processes are not excluded, naming the folder of the locks; null if they are. */
  readonly problem: string | null;
}

const turns = new Turns();

/** One wait for a lock. */
interface Wait {
  readonly folder: string;
  readonly key: string;
  /** The name of the claim. */
  readonly name: string;
  readonly shown: string;
  /** Collects the claims of dead processes, by name. */
  readonly dead: Map<string, DeadClaim>;
}

/**
 * Writes a claim, and holds the lock at once if there is no other. Else the claim gets the next place in the queue and holds
 * when none is before it (Lamport's bakery): a claim without a place may still become the first, so all wait for it. A killed
 * process leaves a claim that names it, for which nobody waits. Returns the function that releases the lock.
 */
async function acquire(wait: Wait): Promise<() => Promise<void>> {
  const { folder, key, name, dead } = wait;
  let own: Claim = { name, ticket: null };
  await claimLock(folder, key, own);
  const letAge = keepYoung(() => claimPath(folder, key, own));
  const drop = (): Promise<void> => {
    letAge();
    return dropClaim(folder, key, own);
  };
  try {
    const { live, dead: gone } = await otherClaims(folder, key, own);
    for (const one of gone) dead.set(one.name, one);
    if (live.length === 0) return drop;
    own = await queueClaim(folder, key, own, 1 + Math.max(0, ...live.map(({ ticket }) => ticket ?? 0)));
    await untilFirst(wait, own);
    return drop;
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Waits until two checks in a row see none before this claim: one may miss a claim that takes its place meanwhile. */
async function untilFirst({ folder, key, shown, dead }: Wait, own: Claim): Promise<void> {
  let first = '';
  let until = 0;
  for (let clear = 0; clear < 2; ) {
    const others = await otherClaims(folder, key, own);
    for (const one of others.dead) dead.set(one.name, one);
    const before = others.live
      .filter((other) => isBefore(other, own))
      .sort((a, b) => (isBefore(a, b) ? -1 : 1));
    clear = before.length === 0 ? clear + 1 : 0;
    if (clear > 0) continue;
    const now = performance.now();
    if (before[0]?.name !== first) {
      first = before[0]?.name ?? '';
      until = now + longestWaitMs;
    }
    if (now > until)
      throw cannot(
        'write',
        shown,
        `another process has been writing it for ${longestWaitMs / 1000} s`,
        'a file nobody writes',
      );
    await sleep(Math.min(before.length, mostPauses) * pauseMs * (0.5 + Math.random()));
  }
}

function isBefore(one: Claim, other: Claim): boolean {
  const [a, b] = [one.ticket ?? 0, other.ticket ?? 0];
  return a === b ? one.name < other.name : a < b;
}

/** What is locked. */
export interface LockedPath {
  /** The state folder, which holds the locks. */
  readonly folder: string;
  /** The real path, or another unique name. */
  readonly path: string;
  /** The path as given. */
  readonly shown: string;
}

/** Runs `work` while no other call, of this process or another of the same user, holds the lock of `path`. */
export async function withPathLock<T>(
  { folder, path, shown }: LockedPath,
  work: (lock: HeldLock) => Promise<T>,
): Promise<T> {
  const locks = join(folder, 'locks');
  const key = lockKey(path);
  const leave = await turns.enter(key);
  const claim = newClaim();
  const dead = new Map<string, DeadClaim>();
  let drop: (() => Promise<void>) | null = null;
  try {
    let problem: string | null = null;
    try {
      drop = await acquire({ folder: locks, key, name: claim, shown, dead });
    } catch (error) {
      if (error instanceof ToolFailure) throw error;
      problem = `${inQuotes(locks)}: ${reasonOf(error)}`;
    }
    const result = await work({ claim, dead: [...dead.keys()], problem });
    for (const one of dead.values()) await forgetClaim(locks, one);
    return result;
  } finally {
    await drop?.();
    leave();
  }
}
