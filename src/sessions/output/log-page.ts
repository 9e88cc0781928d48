import { measureLog, readLog } from '../../platform/sessions/session-log-files.ts';
import { type LogRequest, type Missing, readForward, readTail } from './log-part.ts';

const LF = 0x0a;

/** Lines of a log that stand next to each other. */
export interface LogPage {
  readonly bytes: Uint8Array;
  /** Number of its first line. */
  readonly startLine: number;
  readonly lines: number;
  readonly totalLines: number;
  /** The line that was asked for first; it and those up to `startLine` are dropped or did not fit. */
  readonly wantedLine: number;
  /** Which part of its only line is left out, because not even that fits; null for none. */
  readonly missing: Missing | null;
  /** Output right before it and right behind it is dropped: its first line may lack its beginning, its last one lacks its end. */
  readonly isAfterGap: boolean;
  readonly isBeforeGap: boolean;
  /** Number of the line from which on nothing is kept, as the end is not; null when it is. */
  readonly lostFrom: number | null;
}

/** Lines in a text, the last of which may have no end. */
function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines += 1;
  return lines + (bytes.length > 0 && bytes.at(-1) !== LF ? 1 : 0);
}

/** How often lines are looked for anew where the log drops them as they are looked for. */
const mostTries = 20;

/** Whole lines from the one that is asked for; what does not fit is left out at the end, or, of the last lines, at the start. */
export function readLogLines(request: LogRequest): LogPage {
  let { page, isOvertaken } = readLines(request);
  for (let left = mostTries, { total } = request; left > 0 && isOvertaken; left -= 1) {
    const { bytes, newlines } = measureLog(request.folder);
    if (bytes <= total) break;
    total = bytes;
    ({ page, isOvertaken } = readLines({ ...request, total, newlines }));
  }
  return page;
}

interface Reading {
  readonly page: LogPage;
  /** Whether lines are missing that were there when they were counted, or others are shown, or under another's number. */
  readonly isOvertaken: boolean;
}

function readLines(request: LogRequest): Reading {
  const { folder, total, newlines, offset, limit } = request;
  const last = total === 0 ? undefined : byteAt(folder, total - 1);
  const totalLines = newlines + (last === undefined || last === LF ? 0 : 1);
  const kept = total > 0 && last === undefined ? measureLog(folder) : null;
  // The last lines that there are: what the disk did not take cannot be shown.
  const lastLine = kept === null ? totalLines : kept.newlines + (kept.endsLine ? 0 : 1);
  const wantedLine = offset > 0 ? offset : Math.max(1, lastLine + offset + 1);
  const isTail = offset < 0 && wantedLine + limit > lastLine;
  const part = isTail
    ? readTail({ ...request, total: kept?.bytes ?? total }, wantedLine)
    : readForward(request, wantedLine);
  const { bytes, line, missing, from, isMoved } = part;
  const lines = countLines(bytes);
  const end = from + bytes.length;
  const isOpen = lines > 0 && bytes.at(-1) !== LF && missing === null;
  const isEmptied = lines === 0 && wantedLine <= totalLines;
  const page = {
    bytes,
    startLine: line ?? lastLine - lines + 1,
    lines,
    totalLines,
    wantedLine,
    missing,
    isAfterGap: lines > 0 && from > 0 && byteAt(folder, from - 1) === undefined,
    isBeforeGap: isOpen && end < total && byteAt(folder, end) === undefined,
    lostFrom: kept === null ? null : lastLine + 1,
  };
  return { page, isOvertaken: isMoved || isEmptied || (kept !== null && lastLine >= totalLines) };
}

/** A byte of output; none when it is not stored. */
function byteAt(folder: string, offset: number): number | undefined {
  const [piece] = readLog(folder, offset, 1);
  return piece?.start === offset ? piece.bytes[0] : undefined;
}
