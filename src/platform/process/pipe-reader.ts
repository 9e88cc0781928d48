import { closeSync, constants, openSync, readSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import { errnoOf } from '../../core/failure.ts';

const chunkBytes = 65_536;

/** Reads a pipe of ours without ever blocking. */
export class PipeReader {
  readonly #descriptor: number;

  /** Reopens the pipe behind a read end, which stays unchanged. */
  constructor(descriptor: number) {
    this.#descriptor = openSync(`/proc/self/fd/${descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** The available bytes: empty at the end, null if more may come. */
  read(): Uint8Array | null {
    const bytes = Buffer.allocUnsafe(chunkBytes);
    try {
      return bytes.subarray(0, readSync(this.#descriptor, bytes));
    } catch (error) {
      if (errnoOf(error) === 'EAGAIN') return null;
      throw error;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** Milliseconds between checks for more. */
const lookMs = 5;

/** The chunks of a pipe until its end, or until the consumer stops. Keeps the caller's descriptor open. */
export async function* partsOfPipe(descriptor: number): AsyncGenerator<Uint8Array> {
  const reader = new PipeReader(descriptor);
  try {
    for (;;) {
      const part = reader.read();
      if (part === null) await sleep(lookMs);
      else if (part.length === 0) return;
      else yield part;
    }
  } finally {
    reader.close();
  }
}
