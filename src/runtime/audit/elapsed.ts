/** Milliseconds since a time of `performance.now()`, to a tenth, as the audit trail tells them. */
export function elapsedMs(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 10) / 10;
}
