import { closeSync, constants, openSync, readSync } from 'node:fs';
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
