import { errnoOf } from '../../core/failure.ts';
import { namesOrNull } from '../files/stats.ts';
import { loadChildProcess } from '../system/builtins.ts';
import { readProc } from './proc-file.ts';
import { parsePs, psArgv } from './ps.ts';

/** A process as the kernel lists it. `startTicks` tells it from a later one with the same pid. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** State of its first thread, which the others may outlive. */
  readonly state: string;
  readonly threads: number;
  /** Clock ticks since boot. */
  readonly startTicks: number;
  readonly name: string;
}

/** The name of a process and the fields after it, starting with `state` (proc(5)); null if there is none, or no /proc. */
export function readStat(
  pid: number | 'self',
): { readonly name: string; readonly fields: readonly string[] } | null {
  try {
    const stat = readProc(`/proc/${pid}/stat`);
    // The name may contain spaces and parentheses; the fields start after the last ")".
    const close = stat.lastIndexOf(')');
    return { name: stat.slice(stat.indexOf('(') + 1, close), fields: stat.slice(close + 2).split(' ') };
  } catch {
    return null;
  }
}

/** The process with this pid; null if there is none. */
export function readProcess(pid: number): ProcessEntry | null {
  if (process.platform === 'darwin') return listByPs().find((entry) => entry.pid === pid) ?? null;
  const stat = readStat(pid);
  if (stat === null) return null;
  const { name, fields } = stat;
  return {
    pid,
    state: fields[0] ?? '?',
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    threads: Number(fields[17]),
    startTicks: Number(fields[19]),
    name,
  };
}

/** Lists processes by `ps`, as macOS has no /proc. */
function listByPs(): readonly ProcessEntry[] {
  const { spawnSync } = loadChildProcess();
  const [program = '', ...words] = psArgv;
  return parsePs(
    spawnSync(program, words, { encoding: 'utf8', env: { LC_ALL: 'C', TZ: 'UTC' } }).stdout ?? '',
  );
}

/** All processes that can be listed; empty if none can be. */
export function listProcesses(): readonly ProcessEntry[] {
  if (process.platform === 'darwin') return listByPs();
  const entries: ProcessEntry[] = [];
  for (const name of namesOrNull('/proc') ?? []) {
    const code = name.charCodeAt(0);
    if (code < 49 || code > 57) continue;
    const entry = readProcess(Number(name));
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** The folders of /proc for a process: those of its other threads if they have outlived the first. */
export function foldersOf(entry: ProcessEntry): readonly string[] {
  const folder = `/proc/${entry.pid}`;
  if (entry.state !== 'Z' || isEnded(entry)) return [folder];
  const threads = (namesOrNull(`${folder}/task`) ?? []).filter((thread) => Number(thread) !== entry.pid);
  return threads.map((thread) => `${folder}/task/${thread}`);
}

/** Whether the environment a process started with contains the ASCII `text`; false if it cannot be read. */
export function environmentHolds(entry: ProcessEntry, text: string): boolean {
  return foldersOf(entry).some((folder) => {
    try {
      return readProc(`${folder}/environ`).includes(text);
    } catch {
      return false;
    }
  });
}

/** Whether a process of any user has this pid; for systems that tell no more. */
export function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}

/** Whether a listed process has ended and only its entry is left. It runs while any thread does. */
export function isEnded({ state, threads }: Pick<ProcessEntry, 'state' | 'threads'>): boolean {
  return state === 'X' || (state === 'Z' && threads <= 1);
}

/** Whether a process is gone or on its way: the kernel sets `PF_EXITING` in the flags of proc(5) before it lets go of anything. */
export function isExiting(pid: number): boolean {
  const stat = readStat(pid);
  return stat === null || (Number(stat.fields[6]) & 4) !== 0;
}

/** Adds the descendants of `pids` to them, by the listed parents. */
export function addDescendants(entries: readonly ProcessEntry[], pids: Set<number>): void {
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent } of entries) {
      if (pids.has(pid) || !pids.has(parent)) continue;
      pids.add(pid);
      grown = true;
    }
  }
}

/** The number of the signal that ended a process which is not yet reaped (field `exit_code` of proc(5)); 0 for none or unknown. */
export function endSignal(pid: number): number {
  return Number(readStat(pid)?.fields[49] ?? 0) & 0x7f;
}

/** Whether this process itself, not a later one with its pid, still runs (a zombie does not). */
export function isRunning(entry: Pick<ProcessEntry, 'pid' | 'startTicks'>): boolean {
  const now = readProcess(entry.pid);
  return now !== null && now.startTicks === entry.startTicks && !isEnded(now);
}
