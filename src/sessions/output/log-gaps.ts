import type { LogFiles } from '../../platform/sessions/session-log-files.ts';

/** The gap of dropped output right before a page. */
export interface GapBefore {
  /** Number of the line that holds the first dropped byte. */
  readonly line: number;
  /** Whether the start of that line is kept right before the gap. */
  readonly isBegun: boolean;
}

/** The gap of dropped output right after a page that ends in the middle of a line. */
export interface GapBehind {
  /** The offset at which that line continues after the gap; null if nothing more of it is kept. */
  readonly goesOnAt: number | null;
}

/** The byte of output at an offset; undefined if it is not stored. */
export function byteAt(log: LogFiles, offset: number): number | undefined {
  const [piece] = log.read(offset, 1);
  return piece?.start === offset ? piece.bytes[0] : undefined;
}

/** The gap that ends at an offset; null if the byte before it is kept or there is none. */
export function gapBefore(log: LogFiles, offset: number): GapBefore | null {
  if (offset === 0 || byteAt(log, offset - 1) !== undefined) return null;
  const { newlines, endsLine } = log.measure(offset);
  return { line: newlines + 1, isBegun: !endsLine };
}

/** The gap that starts at an offset inside line number `line`; null if the byte there is kept. */
export function gapBehind(log: LogFiles, offset: number, line: number): GapBehind | null {
  const next = log.extents.find(({ end }) => end > offset);
  if (next !== undefined && next.start <= offset) return null;
  return { goesOnAt: next?.newlinesBefore === line - 1 ? next.start : null };
}
