import { errnoOf } from '../../core/failure.ts';
import { loadOs } from '../system/builtins.ts';
import { loadedNoWait } from '../system/nowait.ts';
import { readProc } from './proc-file.ts';

/** What became of a signal: sent, nobody there, or not permitted. */
export type SignalResult = 'sent' | 'gone' | 'forbidden';

/** Sends to a process (pid > 1) or, negative, to a process group; never to our own group, to init or to everybody. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): SignalResult {
  if (Math.abs(target) <= 1 || target === process.pid) return 'gone';
  try {
    process.kill(target, signal);
    return 'sent';
  } catch (error) {
    return errnoOf(error) === 'EPERM' ? 'forbidden' : 'gone';
  }
}

/** Whether a process group has members, whosever they are. */
export function hasMembers(group: number): boolean {
  return loadedNoWait()?.hasGroup(group) ?? sendSignal(-group, 0) !== 'gone';
}

/** What POSIX numbers the same everywhere, so that a start need not load the system's own list. */
const fixedNumbers: ReadonlyMap<string, number> = new Map([
  ['SIGHUP', 1],
  ['SIGINT', 2],
  ['SIGQUIT', 3],
  ['SIGKILL', 9],
  ['SIGTERM', 15],
]);

/** The names of the signals this system has. */
export function signalNames(): readonly string[] {
  return Object.keys(loadOs().constants.signals);
}

/** The first name of a signal's number; null when this system has none of that number. */
export function signalOf(number: number): string | null {
  return Object.entries(loadOs().constants.signals).find(([, own]) => own === number)?.[0] ?? null;
}

/** Whether who started this process had it ignore a signal, as nohup(1) does; must be asked before it is handled here. */
export function isIgnored(name: string): boolean {
  try {
    const status = readProc('/proc/self/status');
    const label = '\nSigIgn:\t';
    const at = status.indexOf(label) + label.length;
    const mask = status.slice(at, status.indexOf('\n', at));
    return ((BigInt(`0x${mask}`) >> BigInt(signalNumber(name) - 1)) & 1n) === 1n;
  } catch {
    return false;
  }
}

/**
 * Takes the ends of children as the system tells them unless asked not to. Who started this process may have ignored them: then the
 * system forgets a child that ends, and whoever waits for it is told that there was none.
 */
export function heedChildren(): void {
  const heed = (): void => {};
  // To handle a signal ends that it is ignored; to handle it no longer sets what a new process has.
  process.on('SIGCHLD', heed);
  process.off('SIGCHLD', heed);
}

/** The number of a signal, for the exit status 128+N; 0 for an unknown name. Real-time signals have no name but their number. */
export function signalNumber(name: string): number {
  const fixed = fixedNumbers.get(name);
  if (fixed !== undefined) return fixed;
  if (/^\d+$/.test(name)) return Number(name);
  return Object.entries(loadOs().constants.signals).find(([key]) => key === name)?.[1] ?? 0;
}
