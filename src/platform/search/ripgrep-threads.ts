import { cannot, type ToolFailure } from '../../core/failure.ts';
import { loadOs } from '../system/builtins.ts';
import { hasFewProcesses, roomBesideRuntime } from '../system/thread-room.ts';

/** Most threads that ripgrep makes. */
const mostThreads = 12;
/** Searches of one call that run at once. */
const atOnce = 2;

/** Options that make a search use only its first thread, if the system may refuse more. */
export async function threadOptions(): Promise<readonly string[]> {
  if (!hasFewProcesses()) return [];
  const needed = atOnce * (1 + Math.min(mostThreads, loadOs().availableParallelism()));
  return (await roomBesideRuntime(needed)) < needed ? ['--threads=1'] : [];
}

const refused = 'failed to spawn thread';

/** Detects in ripgrep's messages that it could not make a thread: the others may then wait for it forever. */
export class ThreadWatch {
  /** The end of the last chunk, where the message may start. */
  #tail = '';

  /** Takes its next output. */
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
