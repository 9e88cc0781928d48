import { readLog } from '../platform/session-log-files.ts';
import { bytesOfLines, findLine } from './log-lines.ts';
import { brokenBytes, openBytes } from './output-text.ts';

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
}

/** The end of a line, from a byte offset on, or its beginning. */
type Missing = { readonly part: 'end'; readonly cursor: number } | { readonly part: 'beginning' };

/** Lines in a text, the last of which may have no end. */
function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) lines += 1;
  return lines + (bytes.length > 0 && bytes.at(-1) !== LF ? 1 : 0);
}

/** Whole lines from the one that is asked for; what does not fit is left out at the end, or, of the last lines, at the start. */
export function readLogLines(request: LogRequest): LogPage {
  const { folder, total, newlines, offset, limit } = request;
  const last = total === 0 ? undefined : readLog(folder, total - 1, 1)[0]?.bytes[0];
  const totalLines = newlines + (last === undefined || last === LF ? 0 : 1);
  const wantedLine = offset > 0 ? offset : Math.max(1, totalLines + offset + 1);
  const isTail = offset < 0 && wantedLine + limit > totalLines;
  const { bytes, line, missing } = isTail ? readTail(request, wantedLine) : readForward(request, wantedLine);
  const lines = countLines(bytes);
  return { bytes, startLine: line ?? totalLines - lines + 1, lines, totalLines, wantedLine, missing };
}

interface Part {
  readonly bytes: Uint8Array;
  /** Number of the first line; null when only the end is known. */
  readonly line: number | null;
  readonly missing: Missing | null;
}

function readForward({ folder, total, limit, maxBytes }: LogRequest, wanted: number): Part {
  const { offset, line } = findLine(folder, wanted);
  const piece = readLog(folder, offset, maxBytes)[0]?.bytes ?? new Uint8Array(0);
  const whole = piece.subarray(0, bytesOfLines(piece, limit));
  const isCut = whole.length === maxBytes && offset + whole.length < total;
  const end = isCut ? whole.lastIndexOf(LF) + 1 : 0;
  if (end > 0) return { bytes: whole.subarray(0, end), line, missing: null };
  if (!isCut) return { bytes: whole, line, missing: null };
  // What is cut off goes on with a whole character.
  const open = openBytes(whole);
  const shown = open === whole.length ? whole : whole.subarray(0, whole.length - open);
  return { bytes: shown, line, missing: { part: 'end', cursor: offset + shown.length } };
}

function readTail({ folder, total, maxBytes }: LogRequest, wanted: number): Part {
  const { offset } = findLine(folder, wanted);
  // One byte more than the page: a newline there means that a line begins right behind it.
  const from = Math.max(offset, total - maxBytes - 1);
  const last = readLog(folder, from, maxBytes + 1).at(-1);
  if (last === undefined) return { bytes: new Uint8Array(0), line: null, missing: null };
  if (last.start === offset) return { bytes: last.bytes, line: null, missing: null };
  const begin = last.bytes.indexOf(LF) + 1;
  if (begin > 0 && begin < last.bytes.length)
    return { bytes: last.bytes.subarray(begin), line: null, missing: null };
  return { bytes: last.bytes.subarray(brokenBytes(last.bytes)), line: null, missing: { part: 'beginning' } };
}
