import { closeSync, openSync, readSync } from 'node:fs';

let buffer = Buffer.alloc(4096);

/**
 * What a file of /proc that is open says, from its beginning. Such files tell no size: to be read whole, the runtime makes room for
 * 256 KiB each time. Throws what the system says.
 */
export function readOpenProc(descriptor: number): string {
  for (let length = 0; ; ) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, length);
    length += count;
    if (count === 0) return buffer.toString('latin1', 0, length);
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2);
  }
}

/** What a file of /proc says. Throws what the system says. */
export function readProc(path: string): string {
  const descriptor = openSync(path, 'r');
  try {
    return readOpenProc(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
