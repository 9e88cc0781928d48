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

const refused = 'failed to spawn thread';

/** Tells from what ripgrep says whether it could not make a thread: those which it made may wait for that one without end. */
export class ThreadWatch {
  /** The end of what came before, in which that may begin. */
  #tail = '';

  /** Takes what it says next. */
  lacksThreads(chunk: Uint8Array): boolean {
    const said = this.#tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    this.#tail = said.slice(1 - refused.length);
    return said.includes(refused);
  }
}

/** The failure of such a search. */
export function withoutThreads(): ToolFailure {
  const wanted = 'fewer calls at once, or a higher limit (ulimit -u, pids.max of the container)';
  return cannot('finish', 'rg', 'the system has no room for its threads', wanted);
}
