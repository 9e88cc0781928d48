import { linkOrNull } from '../files/stats.ts';
import { regularTextOrNull } from '../files/text-file.ts';
import { hasProcess, isRunning, type ProcessEntry, readProcess } from '../process/proc.ts';
import { sendSignal } from '../process/signals.ts';
import { loadOs } from '../system/builtins.ts';

/** What identifies a process later, also to others. */
export type ProcessMark = Pick<ProcessEntry, 'pid' | 'startTicks'>;

/** The machine, and its boot, to which a process mark belongs. */
export interface MachineMark {
  readonly host: string;
  /** Changes with every boot and every PID namespace. */
  readonly boot: string;
}

let own: ProcessMark | null = null;

/** The mark of this process. */
export function ownMark(): ProcessMark {
  own ??= markOf(process.pid);
  return own;
}

/** The mark of the process that has this pid now. */
export function markOf(pid: number): ProcessMark {
  return { pid, startTicks: readProcess(pid)?.startTicks ?? 0 };
}

/** Whether a marked process of this machine still runs; without a process table, only its pid is checked. */
export function isMarkRunning(mark: ProcessMark): boolean {
  return mark.startTicks > 0 ? isRunning(mark) : hasProcess(mark.pid);
}

function stateOf({ pid, startTicks }: ProcessMark): string | null {
  const now = startTicks > 0 ? readProcess(pid) : null;
  return now?.startTicks === startTicks ? now.state : null;
}

/** Signals a marked process of this machine, never a later one with its pid. Returns whether it could be signalled. */
export function signalMark(mark: ProcessMark, signal: NodeJS.Signals): boolean {
  return mark.startTicks > 0 && isRunning(mark) && sendSignal(mark.pid, signal) === 'sent';
}

/** Ticks per second of every clock that Linux shows to programs (USER_HZ). */
const ticksPerSecond = 100;

/**
 * Milliseconds since a marked process of this boot started, give or take the start time of this process; null if the system
 * does not tell.
 */
export function markAgeMs({ startTicks }: ProcessMark): number | null {
  const own = ownMark();
  if (startTicks <= 0 || own.startTicks <= 0) return null;
  const before = ((own.startTicks - startTicks) / ticksPerSecond) * 1000;
  return Math.max(0, Math.round(before + performance.now()));
}

let machine: MachineMark | null = null;

/** The mark of this machine and boot. */
export function machineMark(): MachineMark {
  machine ??= readMachine();
  return machine;
}

/** Whether a mark is of this machine and boot. */
export function isThisMachine({ host, boot }: MachineMark): boolean {
  const own = machineMark();
  return host === own.host && boot === own.boot;
}

/** Whether a marked process is of this machine and stopped (SIGSTOP): it does nothing until it gets SIGCONT. */
export function isStopped(mark: ProcessMark, machine: MachineMark): boolean {
  return isThisMachine(machine) && stateOf(mark) === 'T';
}

/** Continues a marked process if it is of this machine and stopped. Returns whether it was. */
export function letGoOn(mark: ProcessMark, machine: MachineMark): boolean {
  return isStopped(mark, machine) && signalMark(mark, 'SIGCONT');
}

/** Whether a marked process is of this machine and cannot act now: it is stopped, or a debugger holds it. */
export function isHeld(mark: ProcessMark, machine: MachineMark): boolean {
  return isThisMachine(machine) && /^[Tt]$/.test(stateOf(mark) ?? '');
}

function readMachine(): MachineMark {
  const boot = regularTextOrNull('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  const namespace = linkOrNull('/proc/self/ns/pid');
  return { host: loadOs().hostname(), boot: namespace === null ? boot : `${boot} ${namespace}` };
}
