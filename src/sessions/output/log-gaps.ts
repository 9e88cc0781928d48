import type { LogFiles } from '../../platform/sessions/session-log-files.ts';

/** What is dropped right before a page. */
export interface GapBefore {
  /** The line that the first dropped byte is in. */
  readonly line: number;
  /** Whether something of that line is kept right before it. */
  readonly isBegun: boolean;
}

/** What is dropped right behind a page that ends inside a line. */
export interface GapBehind {
  /** The offset at which that line goes on behind it; null where nothing of it is kept there. */
  readonly goesOnAt: number | null;
}

/** A byte of output; none when it is not stored. */
export function byteAt(log: LogFiles, offset: number): number | undefined {
  const [piece] = log.read(offset, 1);
  return piece?.start === offset ? piece.bytes[0] : undefined;
}

/** The gap that ends at an offset; null where what stands before it is kept, or nothing stands there. */
export function gapBefore(log: LogFiles, offset: number): GapBefore | null {
  if (offset === 0 || byteAt(log, offset - 1) !== undefined) return null;
  const { newlines, endsLine } = log.measure(offset);
  return { line: newlines + 1, isBegun: !endsLine };
}

/** The gap that begins at an offset inside a line of this number; null where what stands there is kept. */
export function gapBehind(log: LogFiles, offset: number, line: number): GapBehind | null {
  const next = log.extents.find(({ end }) => end > offset);
  if (next !== undefined && next.start <= offset) return null;
  return { goesOnAt: next?.newlinesBefore === line - 1 ? next.start : null };
}
