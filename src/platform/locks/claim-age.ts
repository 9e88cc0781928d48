import { utimes } from 'node:fs';

/** Milliseconds that the clock of a file server may be ahead of ours. */
const mostAheadMs = 60_000;
/** Milliseconds between two times at which a claim is renewed: a few of them may be missed before it counts as dead anywhere. */
const renewMs = 2000;

/** Whether a claim is younger than so many milliseconds by its file's time. One from the future is not: the clock was set back. */
export function isYoungClaim(mtimeMs: number, ms: number): boolean {
  const age = Date.now() - mtimeMs;
  return age < ms && age > -mostAheadMs;
}

/**
 * Keeps a claim young until the returned function is called, for those who cannot look its process up and go by its age. Keeps no
 * process alive; a file that is gone stays so.
 */
export function keepYoung(fileOf: () => string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    utimes(fileOf(), now, now, () => {});
  }, renewMs);
  timer.unref?.();
  return () => clearInterval(timer);
}
