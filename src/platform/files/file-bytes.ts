import { read as readCallback } from 'node:fs';
import { loadedNoWait } from '../system/nowait.ts';

/** Bytes read at once. */
export const chunkBytes = 262_144;

/** Most bytes read of a file that reports no size (below /proc); no whole-file facts are gathered of larger files. */
export const wholeFileBytes = 104_857_600;

/** One read(2) at `position`; resolves to the number of bytes, 0 at the end. */
function readFd(fd: number, buffer: Uint8Array, position: number): Promise<number> {
  return new Promise((resolve, reject) => {
    readCallback(fd, buffer, 0, buffer.length, position, (error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });
}

interface ChunksRequest {
  readonly position: number;
  /** Most bytes read. */
  readonly limit: number;
  readonly signal: AbortSignal | null;
  /** Whether all chunks have the same memory, so that `take` must not keep one: fresh memory costs more than reading. */
  readonly isReused?: boolean;
  /** The memory to read into, of at least `limit` bytes. */
  readonly into?: Buffer;
}

/** Calls `take` with each chunk from `position` on until it returns false, the file ends or `limit` bytes were read. */
export async function eachChunk(
  fd: number,
  { position, limit, signal, isReused = false, into }: ChunksRequest,
  take: (chunk: Buffer) => boolean | undefined,
): Promise<void> {
  let buffer: Buffer | null = null;
  for (let done = 0; done < limit; ) {
    signal?.throwIfAborted();
    const size = Math.min(chunkBytes, limit - done);
    if (into !== undefined) buffer = into.subarray(done);
    else if (buffer === null || !isReused) buffer = Buffer.allocUnsafe(size);
    const chunk = buffer.subarray(0, size);
    // Only for the first chunk, so that a long file leaves the thread to others.
    const ready = done === 0 ? (loadedNoWait()?.read(fd, chunk, position) ?? -1) : -1;
    const count = ready >= 0 ? ready : await readFd(fd, chunk, position + done);
    if (count === 0 || take(chunk.subarray(0, count)) === false) return;
    done += count;
  }
}

/** Reads the bytes of an open file from `position` on, at most `limit`: what a file that reports no size has. */
export async function readBytes(fd: number, limit: number, position = 0): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await eachChunk(fd, { position, limit, signal: null }, (chunk) => {
    chunks.push(chunk);
    return undefined;
  });
  return joined(chunks);
}

/** Reads the first `size` bytes of an open file, or as many as it has now, into one piece of memory. */
export async function readSized(fd: number, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let have = 0;
  await eachChunk(fd, { position: 0, limit: size, signal: null, into: bytes }, ({ length }) => {
    have += length;
    return undefined;
  });
  return bytes.subarray(0, have);
}

/** Times the memory of a large text that is asked for before it is made. */
const timesText = 4;

/**
 * Throws the runtime's error unless there is memory for work on a text of `bytes`. It ends the process where it has none for a text
 * itself. (Memory that nobody touches takes no time.)
 */
export function requireRoom(bytes: number): void {
  if (bytes > chunkBytes) Buffer.allocUnsafeSlow(timesText * bytes);
}

/** Parts as one; a single one is not copied. */
export function joined<T extends Uint8Array>(parts: readonly T[]): T | Buffer {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : Buffer.concat(parts);
}

/** Total length of parts. */
export function bytesOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}
