import type { ActiveRun } from './active-runs.ts';
import { readStat } from './proc.ts';
import { readProc } from './proc-file.ts';
import { sendSignal, signalNumber } from './signals.ts';

/**
 * Tells a shell that its terminal is closed, as closing one does, where nothing else would end it but SIGKILL: an interactive one
 * ignores SIGTERM. Who heeds that is told nothing more, and has its time to end.
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

/** Whether a signal is in one of the masks of proc(5), which are hexadecimal, the lowest bit for signal 1. */
function isIn(status: string, name: string, signal: number): boolean {
  const mask = new RegExp(`^${name}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1] ?? '0';
  return ((Number.parseInt(mask.slice(-8), 16) >>> (signal - 1)) & 1) === 1;
}
