import { closeSync, constants, openSync, readSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import { errnoOf } from '../../core/failure.ts';

const chunkBytes = 65_536;

/** Reads a pipe of ours without ever blocking. */
export class PipeReader {
  readonly #descriptor: number;

  /** Opens a description of its own of the pipe behind a reading end, which stays as it is. */
  constructor(descriptor: number) {
    this.#descriptor = openSync(`/proc/self/fd/${descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);
  }

  /** What there is: no bytes at the end, null where more may come. */
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

/** Milliseconds between two looks at whether there is more. */
const lookMs = 5;

/** The parts of a pipe of ours until its end, or until nobody asks for more. Keeps the caller's descriptor open. */
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
