import { isBun } from './runtime.ts';

/** Gives back now what is no longer used; for a process that passes much through and must stay small. */
export function collectGarbage(): void {
  if (isBun) Bun.gc(true);
}
