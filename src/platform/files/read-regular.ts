import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { readFully } from './descriptor-io.ts';

/** Bytes of the first read of a file that reports no size, as those of /proc. */
const leastRead = 4096;

/** What is at a path, with its bytes if it is a regular file that is not too long. */
export interface RegularRead {
  readonly stats: Stats;
  readonly bytes: Buffer | null;
}

/**
 * Reads a regular file of at most `limit` bytes. Examines what was opened, and never blocks in opening: the path may have
 * become a pipe, and a blocking open would stop everything. `flags` are more flags of open(2). Throws the system's error.
 */
export function readRegular(path: string, limit: number, flags = 0): RegularRead {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | flags);
  try {
    const stats = fstatSync(descriptor);
    const isRead = stats.isFile() && stats.size <= limit;
    return { stats, bytes: isRead ? bytesUpTo(descriptor, stats.size, limit) : null };
  } finally {
    closeSync(descriptor);
  }
}

/** All bytes of an open file of about `size` bytes; null if there are more than `limit`. */
function bytesUpTo(descriptor: number, size: number, limit: number): Buffer | null {
  const parts: Buffer[] = [];
  let bytes = 0;
  while (bytes <= limit) {
    // One more than expected, to see whether it has more.
    const wanted = Math.min(Math.max(size + 1, leastRead, bytes), limit + 1 - bytes);
    const part = readFully(descriptor, bytes, wanted);
    parts.push(part);
    bytes += part.length;
    if (part.length < wanted) return parts.length === 1 ? part : Buffer.concat(parts, bytes);
  }
  return null;
}
