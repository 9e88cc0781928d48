/** Milliseconds since a time of `performance.now()`, to a tenth, for the audit trail. */
export function elapsedMs(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 10) / 10;
}
