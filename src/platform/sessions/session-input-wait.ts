import { ownValue } from '../../core/record.ts';
import { linkOrNull } from '../files/stats.ts';
import { listProcesses } from '../process/proc.ts';
import { readProc } from '../process/proc-file.ts';

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

/** Whether a program of a leader's session waits in a read of its standard input, the pipe `input`. False where the system does not tell. */
export function waitsInRead(leader: number, input: string): boolean {
  const call = ownValue(readCalls, process.arch);
  if (process.platform !== 'linux' || call === undefined) return false;
  return listProcesses().some(
    ({ pid, session, state }) =>
      session === leader &&
      state === 'S' &&
      linkOrNull(`/proc/${pid}/fd/0`) === input &&
      callOf(pid).startsWith(`${call} 0x0 `),
  );
}
