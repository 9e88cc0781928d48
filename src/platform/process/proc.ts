import { readFileSync } from 'node:fs';
import { namesOrNull } from '../files/stats.ts';
import { loadChildProcess } from '../system/builtins.ts';
import { parsePs, psArgv } from './ps.ts';

/** One process as the kernel lists it. `startTicks` tells a process from a later one with the same pid. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly state: string;
  /** Clock ticks since boot. */
  readonly startTicks: number;
  readonly name: string;
}

/** The process with this pid, or null when there is none. */
export function readProcess(pid: number): ProcessEntry | null {
  if (process.platform === 'darwin') return listByPs().find((entry) => entry.pid === pid) ?? null;
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return null;
  }
  // The name may hold spaces and parentheses; the fields begin after the last ")" (proc(5)).
  const close = stat.lastIndexOf(')');
  const fields = stat.slice(close + 2).split(' ');
  return {
    pid,
    state: fields[0] ?? '?',
    parent: Number(fields[1]),
    group: Number(fields[2]),
    session: Number(fields[3]),
    startTicks: Number(fields[19]),
    name: stat.slice(stat.indexOf('(') + 1, close),
  };
}

/** macOS has no /proc. */
function listByPs(): readonly ProcessEntry[] {
  const { spawnSync } = loadChildProcess();
  const [program = '', ...words] = psArgv;
  return parsePs(
    spawnSync(program, words, { encoding: 'utf8', env: { LC_ALL: 'C', TZ: 'UTC' } }).stdout ?? '',
  );
}

/** Every process that can be listed; empty where nothing can be. */
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

/** Whether the environment a process was started with holds `text`; false when it cannot be read. */
export function environmentHolds(pid: number, text: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(text);
  } catch {
    return false;
  }
}

/** Whether this very process, not a later one with its pid, still runs (a zombie does not). */
export function isRunning(entry: Pick<ProcessEntry, 'pid' | 'startTicks'>): boolean {
  const now = readProcess(entry.pid);
  return now !== null && now.startTicks === entry.startTicks && now.state !== 'Z' && now.state !== 'X';
}
