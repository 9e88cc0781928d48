import { LF } from '../../core/text/control-bytes.ts';
import { countNewlines } from '../../core/text/count-newlines.ts';
import type { LogExtent, LogFiles } from '../../platform/sessions/session-log-files.ts';

/** Bytes searched at once. */
const chunkBytes = 262_144;
const nothing = new Uint8Array(0);

/** Where a line starts, or where the log continues after the gap the line was in. */
export interface LineStart {
  readonly offset: number;
  /** Number of the line that starts or continues there, from 1. */
  readonly line: number;
}

/** Where line number `line` of all output starts, or the log continues after the gap that swallowed its start. */
export function findLine(log: LogFiles, line: number): LineStart {
  const wanted = Math.max(0, line - 1);
  const { extents } = log;
  const index = Math.max(
    0,
    extents.findLastIndex(({ newlinesBefore }) => newlinesBefore < wanted),
  );
  // If output is dropped right after a newline, the line that starts there is not the one after the gap.
  let behind: number | null = null;
  for (const extent of extents.slice(index)) {
    if (behind === extent.start) return { offset: behind, line };
    if (extent.newlinesBefore >= wanted) return { offset: extent.start, line: extent.newlinesBefore + 1 };
    behind = offsetBehind(log, extent, wanted - extent.newlinesBefore);
    if (behind !== null && behind < extent.end) return { offset: behind, line };
  }
  return { offset: extents.at(-1)?.end ?? 0, line };
}

/** The offset after newline number `count` of an extent; null if it has fewer. */
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

/** Number of lines; the last one may lack its newline. */
export function countLines(bytes: Uint8Array): number {
  return countNewlines(bytes) + (bytes.length > 0 && bytes.at(-1) !== LF ? 1 : 0);
}

/** Length in bytes of the first `count` lines. */
export function bytesOfLines(bytes: Uint8Array, count: number): number {
  let end = 0;
  for (let lines = 0; lines < count; lines += 1) {
    const at = bytes.indexOf(LF, end);
    if (at === -1) return bytes.length;
    end = at + 1;
  }
  return end;
}
