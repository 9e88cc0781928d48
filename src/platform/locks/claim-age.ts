import { utimes } from 'node:fs';

/** Most milliseconds that a file server's clock may be ahead of ours. */
const mostAheadMs = 60_000;
/** Milliseconds between renewals of a claim: a few may be missed before it counts as dead anywhere. */
const renewMs = 2000;

/** Whether a claim's file is younger than `ms`. One from the future is not: the clock was set back. */
export function isYoungClaim(mtimeMs: number, ms: number): boolean {
  const age = Date.now() - mtimeMs;
  return age < ms && age > -mostAheadMs;
}

/**
 * Renews a claim until the returned function is called, for processes that cannot look up ours and go by its age. Keeps no
 * process alive; does not recreate a missing file.
 */
export function keepYoung(fileOf: () => string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(fileOf(), now, now, () => {});
  }, renewMs);
  timer.unref?.();
  return () => clearInterval(timer);
}
