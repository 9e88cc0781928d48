import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a process holds now. */
export interface Holdings {
  readonly descriptors: number;
  /** MiB. */
  readonly rss: number;
  /** Pids of its children, by state letter. */
  readonly children: ReadonlyMap<number, string>;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function pids(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** State letter and parent of a process, or null when it is gone. */
function stateOf(pid: number): { readonly state: string; readonly parent: number } | null {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === '') return null;
  const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent) };
}

export function holdingsOf(pid: number): Holdings {
  const children = pids().flatMap((child): [number, string][] => {
    const found = stateOf(child);
    return found?.parent === pid ? [[child, found.state]] : [];
  });
  return {
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    rss: Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024,
    children: new Map(children),
  };
}

/** Living processes whose environment or command line names `text`, with their command lines. */
export function processesNaming(text: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (const pid of pids()) {
    if (pid === process.pid || stateOf(pid)?.state === 'Z') continue;
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
    if (command.includes(text) || read(`/proc/${pid}/environ`).includes(text)) found.set(pid, command);
  }
  return found;
}

/** Files below a folder, by their paths. */
export function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
}

/** Kills by pid what may be gone already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}
