import { LF } from '../../core/text/control-bytes.ts';
import { LogFiles } from '../../platform/sessions/session-log-files.ts';
import { byteAt, type GapBefore, type GapBehind, gapBefore, gapBehind } from './log-gaps.ts';
import { countLines } from './log-lines.ts';
import { type LogRequest, type Missing, type Part, readForward, readTail } from './log-part.ts';

/** A page of consecutive lines of a log. */
export interface LogPage {
  readonly bytes: Uint8Array;
  /** Absolute byte offset of the page. */
  readonly start: number;
  /** Number of its first line. */
  readonly startLine: number;
  readonly lines: number;
  readonly totalLines: number;
  /** The first requested line; those from it up to `startLine` are dropped or did not fit. */
  readonly wantedLine: number;
  /** The part of its only line that is left out because not even that line fits; null for none. */
  readonly missing: Missing | null;
  /** The first requested line before the page of which something is kept; null for none. */
  readonly earlierLine: number | null;
  /** The dropped output right before it: its first line may lack its start. */
  readonly gapBefore: GapBefore | null;
  /** The dropped output right after it: its last line lacks its end. */
  readonly gapBehind: GapBehind | null;
  /** Number of the first line after all that is kept, if the end is not; null if it is. */
  readonly lostFrom: number | null;
}

/** Reads whole lines from the requested one. What does not fit is cut at the end or, counted from the end, at the start. */
export function readLogLines(folder: string, request: LogRequest): LogPage {
  return LogFiles.use(folder, (log) => {
    const { page, isOvertaken } = readLines(log, request);
    if (!isOvertaken) return page;
    const { bytes, newlines } = log.measure();
    return bytes <= request.total ? page : readLines(log, { ...request, total: bytes, newlines }).page;
  });
}

interface Reading {
  readonly page: LogPage;
  /** Whether lines were dropped since they were counted. */
  readonly isOvertaken: boolean;
}

function readLines(log: LogFiles, request: LogRequest): Reading {
  const { total, newlines, offset, limit } = request;
  const last = byteAt(log, total - 1);
  const totalLines = newlines + (last === undefined || last === LF ? 0 : 1);
  const kept = total > 0 && last === undefined ? log.measure() : null;
  // The last lines that are stored: what the disk did not take cannot be shown.
  const lastLine = kept === null ? totalLines : kept.newlines + (kept.endsLine ? 0 : 1);
  const wantedLine = offset > 0 ? offset : Math.max(1, lastLine + offset + 1);
  const isTail = offset < 0 && wantedLine + limit > lastLine;
  const part = isTail
    ? readTail(log, { ...request, total: kept?.bytes ?? total, lastLine }, wantedLine)
    : readForward(log, request, wantedLine);
  const { bytes, line, missing } = part;
  const lines = countLines(bytes);
  const isEmptied = lines === 0 && wantedLine <= totalLines;
  const startLine = line ?? lastLine - lines + 1;
  const around = lookAround(log, part, { startLine, lines, total });
  const page = {
    bytes,
    start: part.from,
    startLine,
    lines,
    totalLines,
    wantedLine,
    missing,
    ...around,
    lostFrom: kept === null ? null : lastLine + 1,
  };
  const isBehind = kept !== null && lastLine >= totalLines;
  return { page, isOvertaken: isEmptied || isBehind || (offset < 0 && around.gapBefore !== null) };
}

/** What precedes and follows a page, or is dropped there; all null for a page without lines. */
function lookAround(
  log: LogFiles,
  { bytes, from, first, missing }: Part,
  { startLine, lines, total }: Pick<LogPage, 'startLine' | 'lines'> & { readonly total: number },
): Pick<LogPage, 'earlierLine' | 'gapBefore' | 'gapBehind'> {
  if (lines === 0) return { earlierLine: null, gapBefore: null, gapBehind: null };
  const end = from + bytes.length;
  const isOpen = bytes.at(-1) !== LF && missing === null && end < total;
  return {
    earlierLine: first.offset < from && first.line < startLine ? first.line : null,
    gapBefore: gapBefore(log, from),
    gapBehind: isOpen ? gapBehind(log, end, startLine + lines - 1) : null,
  };
}
