import { errnoOf } from '../../core/failure.ts';
import { loadOs } from '../system/builtins.ts';
import { loadedNoWait } from '../system/nowait.ts';

/** The result of a signal: sent, no such target, or not permitted. */
export type SignalResult = 'sent' | 'gone' | 'forbidden';

/** Signals a process (pid > 1) or, if negative, a process group; never our own group, init or everybody. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): SignalResult {
  if (Math.abs(target) <= 1 || target === process.pid) return 'gone';
  try {
    process.kill(target, signal);
    return 'sent';
  } catch (error) {
    return errnoOf(error) === 'EPERM' ? 'forbidden' : 'gone';
  }
}

/** Whether a process group has members, of any user. */
export function hasMembers(group: number): boolean {
  return loadedNoWait()?.hasGroup(group) ?? sendSignal(-group, 0) !== 'gone';
}

/** Signals with the same number everywhere, so that a start need not load the system's list. */
const fixedNumbers: ReadonlyMap<string, number> = new Map([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGQUIT', 3],
  ['SIGKILL', 9],
  ['SIGTERM', 15],
]);

/** The names of this system's signals. */
export function signalNames(): readonly string[] {
  return Object.keys(loadOs().constants.signals);
}

/** The first name of a signal number; null if this system has no such signal. */
export function signalOf(number: number): string | null {
  return Object.entries(loadOs().constants.signals).find(([, own]) => own === number)?.[0] ?? null;
}

/**
 * Makes sure that child exits are reported. The parent may have had us ignore SIGCHLD: then the system forgets a child that
 * ends, and waiting for it fails.
 */
export function heedChildren(): void {
  const heed = (): void => {};
  // Setting a handler ends the ignoring; removing it restores the default.
  process.on('SIGCHLD', heed);
  process.off('SIGCHLD', heed);
}

/** The exit status of a program that a signal ended, as shells report it. */
export function signalStatus(name: string): number {
  return 128 + signalNumber(name);
}

/** The number of a signal; 0 for an unknown name. Real-time signals are named by number only. */
export function signalNumber(name: string): number {
  const fixed = fixedNumbers.get(name);
  if (fixed !== undefined) return fixed;
  if (/^\d+$/.test(name)) return Number(name);
  return Object.entries(loadOs().constants.signals).find(([key]) => key === name)?.[1] ?? 0;
}
