import { readSync, writeSync } from 'node:fs';

/** Reads up to `count` bytes from `position` on, repeating short reads; fewer if the file ends before. Throws the system's error. */
export function readFully(descriptor: number, position: number, count: number): Buffer {
  const bytes = Buffer.allocUnsafe(count);
  for (let done = 0; done < count; ) {
    const got = readSync(descriptor, bytes, done, count - done, position + done);
    if (got === 0) return bytes.subarray(0, done);
    done += got;
  }
  return bytes;
}

/** Writes all of `bytes` from `position` on, or at the current offset, repeating short writes. Throws the system's error. */
export function writeFully(descriptor: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length; ) {
    const at = position === null ? null : position + done;
    done += writeSync(descriptor, bytes, done, bytes.length - done, at);
  }
}
