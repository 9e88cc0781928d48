import { statSync } from 'node:fs';
import { ownMark } from '../sessions/session-marks.ts';
import { isNamedRunning, ownNamespace } from './claim-name.ts';

/** Milliseconds that a mark of another PID namespace counts: of its process nothing else is known here. */
const longestForeignMs = 86_400_000;

/** How the name of a mark tells this process to others that share its folder: `pid-start-namespace`. */
export function ownName(): string {
  const { pid, startTicks } = ownMark();
  return `${pid}-${startTicks}-${ownNamespace()}`;
}

/** Whether the process that a mark tells so still runs; `path` is the file of the mark. */
export function isMarkAlive(name: string, path: string): boolean {
  const [pid = 0, startTicks = 0, namespace = 0] = name.split('-').map(Number);
  return isNamedRunning({ pid, startTicks, namespace }) ?? isOfToday(path);
}

function isOfToday(mark: string): boolean {
  const stats = statSync(mark, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs < longestForeignMs;
}
