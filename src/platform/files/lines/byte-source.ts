import { chunkBytes, eachChunk, readBytes, readSized, wholeFileBytes } from '../file-bytes.ts';
import type { OpenFile } from '../regular-file.ts';

/** The bytes of a file when it was opened; later growth is not seen. */
export interface ByteSource {
  readonly size: number;
  /** Calls `take` with chunks from `position` on until it returns false or the bytes end; with `isReused` it must keep none. */
  each(
    position: number,
    signal: AbortSignal | null,
    take: (chunk: Uint8Array) => boolean | undefined,
    isReused?: boolean,
  ): Promise<void>;
}

function inMemory(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    each: async (position, _signal, take) => {
      if (position < bytes.length) take(bytes.subarray(position));
    },
  };
}

/** Opens the bytes of an open file. Small files, and those that report no size (below /proc), are read once. */
export async function openSource({ fd, stats }: OpenFile): Promise<ByteSource> {
  if (stats.size === 0) return inMemory(await readBytes(fd, wholeFileBytes));
  if (stats.size <= chunkBytes * 4) return inMemory(await readSized(fd, stats.size));
  const { size } = stats;
  return {
    size,
    each: (position, signal, take, isReused = false) =>
      eachChunk(fd, { position, limit: Math.max(0, size - position), signal, isReused }, take),
  };
}
