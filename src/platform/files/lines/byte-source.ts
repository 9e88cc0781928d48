import { chunkBytes, eachChunk, type OpenFile, readBytes, wholeFileBytes } from '../regular-file.ts';

/** Bytes of a file as they were when it was opened; what it grows by later is not seen. */
export interface ByteSource {
  readonly size: number;
  /** Calls `take` with pieces from `position` on until it returns false or the bytes end. */
  each(
    position: number,
    signal: AbortSignal | null,
    take: (chunk: Uint8Array) => boolean | undefined,
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

/** The bytes of an open file: small ones, and those that do not say their size (below /proc), are read once. */
export async function openSource({ fd, stats }: OpenFile): Promise<ByteSource> {
  if (stats.size === 0) return inMemory(await readBytes(fd, wholeFileBytes));
  if (stats.size <= chunkBytes * 4) return inMemory(await readBytes(fd, stats.size));
  const { size } = stats;
  return {
    size,
    each: (position, signal, take) =>
      eachChunk(fd, { position, limit: Math.max(0, size - position), signal }, take),
  };
}
