import type { ActiveRun } from './active-runs.ts';
import { readStat } from './proc.ts';
import { ignoresButHandles } from './signal-masks.ts';
import { sendSignal } from './signals.ts';

/**
 * Sends SIGHUP, as a closing terminal does, to a shell that only SIGKILL would end otherwise: an interactive one ignores
 * SIGTERM. Programs that obey SIGTERM get nothing more, and keep their time to end.
 */
export function hangUp({ pid }: ActiveRun): void {
  if (hasTerminal(pid) && ignoresButHandles(pid, 'SIGTERM', 'SIGHUP')) sendSignal(pid, 'SIGHUP');
}

/** Whether a process has a controlling terminal (field `tty_nr` of proc(5)). */
function hasTerminal(pid: number): boolean {
  return Number(readStat(pid)?.fields[4] ?? 0) !== 0;
}
