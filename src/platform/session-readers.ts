import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { listProcesses, type ProcessEntry } from './proc.ts';

/** A process that may read a session's input. */
export interface InputReader {
  /** The name it goes by, which it may have chosen itself. */
  readonly name: string;
  /** The name of its executable file. */
  readonly program: string;
  readonly argv: readonly string[];
}

function targetOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

function argvOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
  } catch {
    return [];
  }
}

function describe({ pid, name }: ProcessEntry): InputReader {
  const program = basename(targetOf(`/proc/${pid}/exe`) ?? name);
  const argv = argvOf(pid);
  return { name: basename(argv[0] ?? ''), program, argv };
}

/**
 * The processes that may read what a session is sent: those whose standard input is the pipe `input`, or, with a terminal
 * (null), the foreground of the leader's session, to whom the kernel gives what is typed. Null where the system does not tell.
 */
export function inputReaders(leader: number, input: string | null): readonly InputReader[] | null {
  const entries = listProcesses();
  if (entries.length === 0 || process.platform !== 'linux') return null;
  if (input !== null) {
    return entries.filter(({ pid }) => targetOf(`/proc/${pid}/fd/0`) === input).map(describe);
  }
  const foreground = foregroundGroup(leader);
  const inSession = entries.filter((entry) => entry.session === leader && entry.state !== 'Z');
  const inFront = inSession.filter((entry) => entry.group === foreground);
  return (inFront.length > 0 ? inFront : inSession).map(describe);
}

/** The process group in the foreground of a process's terminal (field `tpgid` of proc(5)); null when there is none. */
export function foregroundGroup(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const group = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[5]);
    return group > 0 ? group : null;
  } catch {
    return null;
  }
}
