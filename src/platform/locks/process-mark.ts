import { statSync } from 'node:fs';
import { ownMark } from '../sessions/session-marks.ts';
import { isNamedRunning, ownNamespace } from './claim-name.ts';

/** Milliseconds for which a mark from another PID namespace counts: nothing else of its process is known here. */
const longestForeignMs = 86_400_000;

/** How a mark names this process to others that share its folder: `pid-start-namespace`. */
export function ownName(): string {
  const { pid, startTicks } = ownMark();
  return `${pid}-${startTicks}-${ownNamespace()}`;
}

/** Whether the process named by a mark still runs; `path` is the file of the mark. */
export function isMarkAlive(name: string, path: string): boolean {
  const [pid = 0, startTicks = 0, namespace = 0] = name.split('-').map(Number);
  return isNamedRunning({ pid, startTicks, namespace }) ?? isOfToday(path);
}

function isOfToday(mark: string): boolean {
  const stats = statSync(mark, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs < longestForeignMs;
}
