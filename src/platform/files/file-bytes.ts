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

/** Reads into `buffer` at `position` of an open file; resolves to the number of bytes, 0 at the end. */
async function readChunk(
  fd: number,
  buffer: Uint8Array,
  position: number,
  isFirst: boolean,
): Promise<number> {
  // Only for the first chunk, so that a long file leaves the thread to others.
  const ready = isFirst ? (loadedNoWait()?.read(fd, buffer, position) ?? -1) : -1;
  return ready >= 0 ? ready : readFd(fd, buffer, position);
}

export interface ChunksRequest {
  readonly position: number;
  /** Most bytes read. */
  readonly limit: number;
  readonly signal: AbortSignal | null;
  /** Whether all chunks have the same memory, so that `take` must not keep one: fresh memory costs more than reading. */
  readonly isReused?: boolean;
}

/** Calls `take` with each chunk from `position` on until it returns false, the file ends or `limit` bytes were read. */
export async function eachChunk(
  fd: number,
  { position, limit, signal, isReused = false }: ChunksRequest,
  take: (chunk: Buffer) => boolean | undefined,
): Promise<void> {
  let buffer: Buffer | null = null;
  for (let done = 0; done < limit; ) {
    signal?.throwIfAborted();
    const size = Math.min(chunkBytes, limit - done);
    if (buffer === null || !isReused) buffer = Buffer.allocUnsafe(size);
    const count = await readChunk(fd, buffer.subarray(0, size), position + done, done === 0);
    if (count === 0 || take(buffer.subarray(0, count)) === false) return;
    done += count;
  }
}

/** Reads `count` bytes of an open file from `position` on; fewer if it ends before. */
export async function readBytes(fd: number, count: number, position = 0): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(count);
  for (let done = 0; done < count; ) {
    const part = bytes.subarray(done, done + chunkBytes);
    const got = await readChunk(fd, part, position + done, done === 0);
    if (got === 0) return bytes.subarray(0, done);
    done += got;
  }
  return bytes;
}

/** Reads an open file that reports no size, as those of /proc, up to the most bytes of a whole file. */
export async function readUnsized(fd: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await eachChunk(fd, { position: 0, limit: wholeFileBytes, signal: null }, (chunk) => {
    chunks.push(chunk);
    return undefined;
  });
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}
