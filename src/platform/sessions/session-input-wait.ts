import { ownValue } from '../../core/record.ts';
import { linkOrNull } from '../files/stats.ts';
import { listProcesses } from '../process/proc.ts';
import { readProc } from '../process/proc-file.ts';
import { foregroundGroup, terminalOf } from './session-readers.ts';

/** The number of read(2) by architecture. */
const readCalls: Readonly<Record<string, number>> = { x64: 0, arm64: 63 };

/** The system call in which a process waits, with its arguments, as proc(5) has it; '' if the system does not tell. */
function callOf(pid: number): string {
  try {
    return readProc(`/proc/${pid}/syscall`);
  } catch {
    return '';
  }
}

/** The descriptor that a process waits to read from; null if it does not, or if the system does not tell. */
function readDescriptor(pid: number): number | null {
  const [call, descriptor] = callOf(pid).split(' ');
  return descriptor !== undefined && Number(call) === ownValue(readCalls, process.arch)
    ? Number(descriptor)
    : null;
}

/** Whether a program in front in a leader's terminal waits in a read of it. False where the system does not tell. */
export function waitsInTerminalRead(leader: number): boolean {
  if (process.platform !== 'linux') return false;
  const names = [terminalOf(leader), '/dev/tty'];
  const front = foregroundGroup(leader);
  return listProcesses().some(({ pid, session, group, state }) => {
    if (session !== leader || group !== front || state !== 'S') return false;
    const descriptor = readDescriptor(pid);
    return descriptor !== null && names.includes(linkOrNull(`/proc/${pid}/fd/${descriptor}`));
  });
}

/** Whether a program of a leader's session waits in a read of its standard input, the pipe `input`. False where the system does not tell. */
export function waitsInRead(leader: number, input: string): boolean {
  if (process.platform !== 'linux') return false;
  return listProcesses().some(
    ({ pid, session, state }) =>
      session === leader &&
      state === 'S' &&
      linkOrNull(`/proc/${pid}/fd/0`) === input &&
      readDescriptor(pid) === 0,
  );
}
