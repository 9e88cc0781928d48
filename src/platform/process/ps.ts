import type { ProcessEntry } from './proc.ts';

/** The argv that lists all processes without /proc (macOS). Experimental: built here, not run here. */
export const psArgv: readonly string[] = ['/bin/ps', '-axo', 'pid=,ppid=,pgid=,stat=,lstart=,comm='];

const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w{3} \w{3}\s+\d+ \d\d:\d\d:\d\d \d{4})\s+(.*)$/;

/**
 * Parses the output of `psArgv`. Start times are whole seconds there, in place of clock ticks; the session is not listed and
 * is taken to be the group.
 */
export function parsePs(text: string): readonly ProcessEntry[] {
  const entries: ProcessEntry[] = [];
  for (const line of text.split('\n')) {
    const match = row.exec(line);
    if (match === null) continue;
    const [, pid = '', parent = '', group = '', state = '', started = '', name = ''] = match;
    entries.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      session: Number(group),
      state: state.charAt(0),
      // Not listed, and irrelevant there: the end of the first thread ends the process.
      threads: 1,
      startTicks: Date.parse(`${started} UTC`) / 1000,
      name,
    });
  }
  return entries;
}
