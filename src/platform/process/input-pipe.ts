import { closeSync } from 'node:fs';
import { sleep } from '../../core/async/sleep.ts';
import { cannot } from '../../core/failure.ts';
import { systemFailure, systemState } from '../files/file-failure.ts';
import { loadLibc } from '../system/libc.ts';
import { withoutCalls } from '../system/libc-library.ts';
import { inputLimit, PipeWriter } from './pipe-writer.ts';

/** Milliseconds between checks for room. */
const roomMs = 2;

interface WriteOptions {
  readonly isLast?: boolean;
  readonly signal?: AbortSignal;
}

/** A pipe that a command reads as its standard input while others write to it. */
export interface InputPipe {
  /** The end that a command reads. */
  readonly descriptor: number;
  /**
   * Writes in the order of the calls; resolves to whether the bytes were taken: false once it is closed or the signal is
   * aborted. `isLast` ends the input after them. At most 1 MiB at once.
   */
  write(bytes: Uint8Array, options?: WriteOptions): Promise<boolean>;
  /** Ends the input after the pending bytes. */
  end(): void;
  /** Closes both ends. */
  close(): void;
}

/** Takes over the write end; on failure, both ends are closed. */
function openWriter({ read, write }: { readonly read: number; readonly write: number }): PipeWriter {
  try {
    return new PipeWriter(write);
  } catch (error) {
    closeSync(read);
    throw systemFailure('feed', 'standard input', error);
  }
}

/** Opens such a pipe. Throws `tool_failed` if the runtime has none (Deno, Node, other systems) or no descriptors are left. */
export async function openInputPipe(): Promise<InputPipe> {
  const libc = await loadLibc();
  if (libc === null) throw cannot('feed', 'standard input', ...withoutCalls());
  const pipe = libc.pipe();
  if (pipe === null) throw cannot('feed', 'standard input', ...systemState('EMFILE'));
  const input = openWriter(pipe);
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  const writeNow = async (bytes: Uint8Array, { isLast, signal }: WriteOptions): Promise<boolean> => {
    while (input.isOpen && signal?.aborted !== true) {
      if (input.write(bytes)) {
        if (isLast) input.end();
        return true;
      }
      await sleep(roomMs);
    }
    return false;
  };
  return {
    descriptor: pipe.read,
    write: (bytes, options = {}) => {
      if (bytes.length > inputLimit) return Promise.resolve(false);
      const written = last.then(() => writeNow(bytes, options));
      last = written;
      return written;
    },
    end: () => void last.then(() => input.end()),
    close: () => {
      if (isClosed) return;
      isClosed = true;
      input.close();
      closeSync(pipe.read);
    },
  };
}
