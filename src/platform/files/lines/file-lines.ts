import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { cannot } from '../../../core/failure.ts';

const newline = 10;
const chunkBytes = 262_144;

/** One line of a file, without its newline. */
export interface FileLine {
  readonly bytes: Buffer;
  /** False for a last line whose newline is missing. */
  readonly isWhole: boolean;
}

/** The lines of a file in order; memory is bounded by the longest one. Throws what the system says, `tool_failed` for no file. */
export function* linesOfFile(path: string): Generator<FileLine> {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile())
      throw cannot('read', path, 'it is not a regular file', 'a file of lines');
    let parts: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const count = readSync(descriptor, chunk);
      if (count === 0) break;
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1 && end < count; end = chunk.indexOf(newline, start)) {
        yield { bytes: Buffer.concat([...parts, chunk.subarray(start, end)]), isWhole: true };
        parts = [];
        start = end + 1;
      }
      if (start < count) parts.push(chunk.subarray(start, count));
    }
    if (parts.length > 0) yield { bytes: Buffer.concat(parts), isWhole: false };
  } finally {
    closeSync(descriptor);
  }
}
