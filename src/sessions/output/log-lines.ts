import { LF } from '../../core/text/control-bytes.ts';
import type { LogExtent, LogFiles } from '../../platform/sessions/session-log-files.ts';

/** Bytes searched at once. */
const chunkBytes = 262_144;
const nothing = new Uint8Array(0);

/** Where a line begins, or where the log goes on behind the dropped part the line was in. */
export interface LineStart {
  readonly offset: number;
  /** The number of the line that begins, or goes on, there; the first is 1. */
  readonly line: number;
}

/** The offset behind the newline number `newlines` (counted from the start of all output), or behind the gap that swallowed it. */
export function findLine(log: LogFiles, line: number): LineStart {
  const wanted = Math.max(0, line - 1);
  const { extents } = log;
  const index = Math.max(
    0,
    extents.findLastIndex(({ newlinesBefore }) => newlinesBefore < wanted),
  );
  // Where output is dropped right behind a newline, the line that begins there is not what comes behind the gap.
  let behind: number | null = null;
  for (const extent of extents.slice(index)) {
    if (behind === extent.start) return { offset: behind, line };
    if (extent.newlinesBefore >= wanted) return { offset: extent.start, line: extent.newlinesBefore + 1 };
    behind = offsetBehind(log, extent, wanted - extent.newlinesBefore);
    if (behind !== null && behind < extent.end) return { offset: behind, line };
  }
  return { offset: extents.at(-1)?.end ?? 0, line };
}

/** The offset behind the newline number `count` of a file; null when it has fewer. */
function offsetBehind(log: LogFiles, { start, end }: LogExtent, count: number): number | null {
  let left = count;
  for (let from = start; from < end; from += chunkBytes) {
    const bytes = log.read(from, Math.min(chunkBytes, end - from))[0]?.bytes ?? nothing;
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
      left -= 1;
      if (left === 0) return from + at + 1;
    }
  }
  return null;
}

/** How many of these bytes make up the first `count` lines. */
export function bytesOfLines(bytes: Uint8Array, count: number): number {
  let end = 0;
  for (let lines = 0; lines < count; lines += 1) {
    const at = bytes.indexOf(LF, end);
    if (at === -1) return bytes.length;
    end = at + 1;
  }
  return end;
}
