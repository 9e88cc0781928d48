import { cannot, type ToolFailure } from '../../core/failure.ts';
import { loadOs } from '../system/builtins.ts';
import { hasFewProcesses, roomBesideRuntime } from '../system/thread-room.ts';

/** Threads that ripgrep makes at most. */
const mostThreads = 12;
/** Searches of one call that run at once. */
const atOnce = 2;

/** What has a search do with the one thread it starts with, where the system may refuse it more. */
export async function threadOptions(): Promise<readonly string[]> {
  if (!hasFewProcesses()) return [];
  const needed = atOnce * (1 + Math.min(mostThreads, loadOs().availableParallelism()));
  return (await roomBesideRuntime(needed)) < needed ? ['--threads=1'] : [];
}

/** Whether ripgrep has said that it could not make a thread: those which it made may wait for that one without end. */
export function lacksThreads(stderr: { toString(): string }): boolean {
  return stderr.toString().includes('failed to spawn thread');
}

/** The failure of such a search. */
export function withoutThreads(): ToolFailure {
  const wanted = 'fewer calls at once, or a higher limit (ulimit -u, pids.max of the container)';
  return cannot('finish', 'rg', 'the system has no room for its threads', wanted);
}
