import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { turnOfLoop } from '../../../core/async/turn-of-loop.ts';
import { cannot } from '../../../core/failure.ts';
import { LF } from '../../../core/text/control-bytes.ts';

const chunkBytes = 262_144;
/** Chunks read before the event loop gets a turn. */
const chunksInTurn = 16;

/** Longest line in bytes; longer ones are skipped: no program of this suite writes one, but a crash may leave gigabytes of NULs. */
export const mostLineBytes = 16_777_216;

/** One line of a file, without its newline. */
export interface FileLine {
  /** Empty for a line of more than `mostLineBytes`. */
  readonly bytes: Buffer;
  /** Its full length in bytes. */
  readonly length: number;
  /** False for a last line without a newline. */
  readonly isWhole: boolean;
}

/** Collects the bytes of one line unless it is too long. */
class GrowingLine {
  #parts: Buffer[] = [];
  #length = 0;

  get isBegun(): boolean {
    return this.#length > 0;
  }

  add(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > mostLineBytes) this.#parts = [];
    else this.#parts.push(Buffer.from(part));
  }

  /** Returns the finished line and starts the next one. */
  end(isWhole: boolean): FileLine {
    const line = { bytes: Buffer.concat(this.#parts), length: this.#length, isWhole };
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}

/**
 * The lines of a file in order, to its end or until `signal`; memory is bounded by `mostLineBytes`. Throws the system's
 * error, and `tool_failed` if it is not a file.
 */
export async function* linesOfFile(path: string, signal: AbortSignal | null): AsyncGenerator<FileLine> {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile())
      throw cannot('read', path, 'it is not a regular file', 'a file of lines');
    const buffer = Buffer.alloc(chunkBytes);
    const line = new GrowingLine();
    for (let chunks = 1; ; chunks += 1) {
      const chunk = buffer.subarray(0, readSync(descriptor, buffer));
      if (chunk.length === 0) break;
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, start)) {
        line.add(chunk.subarray(start, end));
        yield line.end(true);
        start = end + 1;
      }
      line.add(chunk.subarray(start));
      if (chunks % chunksInTurn === 0) await turnOfLoop();
      if (signal?.aborted) return;
    }
    if (line.isBegun) yield line.end(false);
  } finally {
    closeSync(descriptor);
  }
}
