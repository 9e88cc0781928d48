import { listProcesses } from '../process/proc.ts';
import { sendSignal } from '../process/signals.ts';

/** Signals everything in the sandbox held by process `holder`, except that and its child, which are bubblewrap's. */
export function signalInside(holder: number, signal: NodeJS.Signals): void {
  const entries = listProcesses();
  const parents = new Map(entries.map(({ pid, parent }) => [pid, parent]));
  const depthOf = (pid: number): number => {
    let depth = 0;
    for (let at = pid; at !== holder; depth += 1) {
      const above = parents.get(at);
      if (above === undefined || above <= 1 || depth > entries.length) return 0;
      at = above;
    }
    return depth;
  };
  for (const { pid } of entries) if (depthOf(pid) >= 2) sendSignal(pid, signal);
}
