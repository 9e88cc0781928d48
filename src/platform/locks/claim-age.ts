/** Milliseconds that the clock of a file server may be ahead of ours. */
const mostAheadMs = 60_000;

/** Whether a claim is younger than so many milliseconds by its file's time. One from the future is not: the clock was set back. */
export function isYoungClaim(mtimeMs: number, ms: number): boolean {
  const age = Date.now() - mtimeMs;
  return age < ms && age > -mostAheadMs;
}
