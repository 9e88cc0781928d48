import { brokenCharacter } from '../../core/text/utf8.ts';
import { type LogPiece, measureLog, readLog } from '../../platform/sessions/session-log-files.ts';
import { bytesOfLines, findLine } from './log-lines.ts';
import { openBytes } from './output-text.ts';

const LF = 0x0a;

export interface LogRequest {
  readonly folder: string;
  /** Bytes and newlines of output so far. */
  readonly total: number;
  readonly newlines: number;
  /** First line, from 1; negative counts from the end. */
  readonly offset: number;
  readonly limit: number;
  /** Bytes of the page. */
  readonly maxBytes: number;
}

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

/** The end of a line, from a byte offset on, or its beginning. */
type Missing = { readonly part: 'end'; readonly cursor: number } | { readonly part: 'beginning' };

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
  let page = readLines(request);
  for (let left = mostTries, { total } = request; left > 0 && mayBeOvertaken(page); left -= 1) {
    const { bytes, newlines } = measureLog(request.folder);
    if (bytes <= total) break;
    total = bytes;
    page = readLines({ ...request, total, newlines });
  }
  return page;
}

/** Whether lines are missing that were there when they were counted, or others are shown. */
function mayBeOvertaken({ lines, wantedLine, totalLines, lostFrom }: LogPage): boolean {
  return lines === 0 ? wantedLine <= totalLines : lostFrom !== null && lostFrom > totalLines;
}

function readLines(request: LogRequest): LogPage {
  const { folder, total, newlines, offset, limit } = request;
  const last = total === 0 ? undefined : readLog(folder, total - 1, 1)[0]?.bytes[0];
  const totalLines = newlines + (last === undefined || last === LF ? 0 : 1);
  const kept = total > 0 && last === undefined ? measureLog(folder) : null;
  // The last lines that there are: what the disk did not take cannot be shown.
  const lastLine = kept === null ? totalLines : kept.newlines + (kept.endsLine ? 0 : 1);
  const wantedLine = offset > 0 ? offset : Math.max(1, lastLine + offset + 1);
  const isTail = offset < 0 && wantedLine + limit > lastLine;
  const part = isTail
    ? readTail({ ...request, total: kept?.bytes ?? total }, wantedLine)
    : readForward(request, wantedLine);
  const { bytes, line, missing, from } = part;
  const lines = countLines(bytes);
  const end = from + bytes.length;
  const isOpen = lines > 0 && bytes.at(-1) !== LF && missing === null;
  return {
    bytes,
    startLine: line ?? lastLine - lines + 1,
    lines,
    totalLines,
    wantedLine,
    missing,
    isAfterGap: lines > 0 && from > 0 && !isStored(folder, from - 1),
    isBeforeGap: isOpen && end < total && !isStored(folder, end),
    lostFrom: kept === null ? null : lastLine + 1,
  };
}

function isStored(folder: string, offset: number): boolean {
  return readLog(folder, offset, 1)[0]?.start === offset;
}

interface Part {
  readonly bytes: Uint8Array;
  /** The offset of its first byte. */
  readonly from: number;
  /** Number of the first line; null when only the end is known. */
  readonly line: number | null;
  readonly missing: Missing | null;
}

function nothing(total: number): LogPiece {
  return { start: total, bytes: new Uint8Array(0) };
}

/** A piece without what came after the lines were counted. */
function within({ start, bytes }: LogPiece, total: number): LogPiece {
  return { start, bytes: bytes.subarray(0, Math.max(0, total - start)) };
}

function readForward({ folder, total, limit, maxBytes }: LogRequest, wanted: number): Part {
  const { offset, line } = findLine(folder, wanted);
  const found = readLog(folder, offset, maxBytes)[0] ?? nothing(total);
  const { start: from, bytes: piece } = within(found, total);
  const whole = piece.subarray(0, bytesOfLines(piece, limit));
  const isCut = whole.length === maxBytes && from + whole.length < total;
  const end = isCut ? whole.lastIndexOf(LF) + 1 : 0;
  if (end > 0) return { bytes: whole.subarray(0, end), from, line, missing: null };
  if (!isCut) return { bytes: whole, from, line, missing: null };
  // What is cut off goes on with a whole character.
  const open = openBytes(whole);
  const shown = open === whole.length ? whole : whole.subarray(0, whole.length - open);
  return { bytes: shown, from, line, missing: { part: 'end', cursor: from + shown.length } };
}

function readTail({ folder, total, maxBytes }: LogRequest, wanted: number): Part {
  const { offset } = findLine(folder, wanted);
  // One byte more than the page: a newline there means that a line begins right behind it.
  const pieces = readLog(folder, Math.max(offset, total - maxBytes - 1), maxBytes + 1);
  const last = pieces.findLast(({ start: from }) => from < total);
  const { start, bytes } = within(last ?? nothing(total), total);
  const tail = (skipped: number, missing: Missing | null): Part => ({
    bytes: bytes.subarray(skipped),
    from: start + skipped,
    line: null,
    missing,
  });
  if (last === undefined || start === offset) return tail(0, null);
  const begin = bytes.indexOf(LF) + 1;
  if (begin > 0 && begin < bytes.length) return tail(begin, null);
  return tail(brokenCharacter(bytes), { part: 'beginning' });
}
