import type { ActiveRun } from './active-runs.ts';
import { readStat } from './proc.ts';
import { readProc } from './proc-file.ts';
import { sendSignal, signalNumber } from './signals.ts';

/**
 * Sends SIGHUP, as a closing terminal does, to a shell that only SIGKILL would end otherwise: an interactive one ignores
 * SIGTERM. Programs that obey SIGTERM get nothing more, and keep their time to end.
 */
export function hangUp({ pid }: ActiveRun): void {
  if (hasTerminal(pid) && isDeaf(pid)) sendSignal(pid, 'SIGHUP');
}

/** Whether a process has a controlling terminal (field `tty_nr` of proc(5)). */
function hasTerminal(pid: number): boolean {
  return Number(readStat(pid)?.fields[4] ?? 0) !== 0;
}

/** Whether a process ignores SIGTERM and handles SIGHUP. */
function isDeaf(pid: number): boolean {
  try {
    const status = readProc(`/proc/${pid}/status`);
    return isIn(status, 'SigIgn', signalNumber('SIGTERM')) && isIn(status, 'SigCgt', signalNumber('SIGHUP'));
  } catch {
    return false;
  }
}

/** Whether a signal is in one of the masks of proc(5): hexadecimal, the lowest bit for signal 1. */
function isIn(status: string, name: string, signal: number): boolean {
  const mask = new RegExp(`^${name}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1] ?? '0';
  return ((Number.parseInt(mask.slice(-8), 16) >>> (signal - 1)) & 1) === 1;
}
