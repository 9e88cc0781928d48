import { closeSync, openSync, readSync } from 'node:fs';

let buffer = Buffer.alloc(4096);

/**
 * The text of an open file of /proc, from its start. Such files report no size: to read one whole, the runtime would allocate
 * 256 KiB each time. Throws the system's error.
 */
export function readOpenProc(descriptor: number): string {
  for (let length = 0; ; ) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, length);
    length += count;
    if (count === 0) return buffer.toString('latin1', 0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
  }
}

/** The text of a file of /proc. Throws the system's error. */
export function readProc(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    return readOpenProc(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
