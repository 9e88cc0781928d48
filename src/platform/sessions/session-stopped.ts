import { isEnded, isExiting, listProcesses, readProcess } from '../process/proc.ts';
import { hasPendingSignal } from '../process/signal-masks.ts';
import { foregroundGroup } from './session-readers.ts';

/** A stopped program of a session. */
export interface StoppedProgram {
  readonly pid: number;
  readonly name: string;
  /** Whether input goes to it. */
  readonly inFront: boolean;
}

/**
 * A program in a leader's terminal that is stopped and that no shell has set aside, as it does with all of a job: one in front, or one
 * behind whose group goes on. `timeout` puts what it runs behind, and the terminal stops that once it is read or set from there.
 * Null for none, or where the system does not tell.
 */
export function stoppedProgram(leader: number): StoppedProgram | null {
  if (process.platform !== 'linux') return null;
  const entries = listProcesses().filter((entry) => entry.session === leader && !isEnded(entry));
  const front = foregroundGroup(leader);
  // It has ended meanwhile, and with it who had the terminal.
  if (front === null) return null;
  const running = new Set(entries.filter(({ state }) => state !== 'T').map(({ group }) => group));
  const stopped = entries.find(
    ({ state, group }) => state === 'T' && (group === front || running.has(group)),
  );
  if (stopped === undefined) return null;
  return { pid: stopped.pid, name: stopped.name, inFront: stopped.group === front };
}

/**
 * Whether a program that was stopped runs again. One that was ended meanwhile does not, nor one that runs only to take the signal
 * that ends it: `timeout` sends SIGTERM and then SIGCONT.
 */
export function goesOn({ pid }: StoppedProgram): boolean {
  const entry = readProcess(pid);
  if (entry === null || entry.state === 'T') return false;
  // In this order: it takes the signal before it exits.
  return !hasPendingSignal(pid) && !isExiting(pid);
}
