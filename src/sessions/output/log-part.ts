import { LF } from '../../core/text/control-bytes.ts';
import { brokenCharacter } from '../../core/text/utf8.ts';
import type { LogFiles, LogPiece } from '../../platform/sessions/session-log-files.ts';
import { byteAt } from './log-gaps.ts';
import { bytesOfLines, findLine, type LineStart } from './log-lines.ts';
import { openBytes } from './output-text.ts';

export interface LogRequest {
  /** Bytes and newlines of output so far. */
  readonly total: number;
  readonly newlines: number;
  /** First line, from 1; negative counts from the end. */
  readonly offset: number;
  readonly limit: number;
  /** Most bytes of the page. */
  readonly maxBytes: number;
}

/** A missing part of a line: its end, from a byte offset on, or its beginning, which may be stored or not. */
export type Missing =
  | { readonly part: 'end'; readonly cursor: number }
  | { readonly part: 'beginning'; readonly isKept: boolean };

/** The bytes of a page and their place in the log. */
export interface Part {
  readonly bytes: Uint8Array;
  /** The offset of its first byte. */
  readonly from: number;
  /** Number of the first line; null if only the number of the last is known. */
  readonly line: number | null;
  readonly missing: Missing | null;
  /** Where the first requested line starts, or what is kept from there on. */
  readonly first: LineStart;
}

function nothing(total: number): LogPiece {
  return { start: total, bytes: new Uint8Array(0) };
}

/** A piece without the output that came after the lines were counted. */
function within({ start, bytes }: LogPiece, total: number): LogPiece {
  return { start, bytes: bytes.subarray(0, Math.max(0, total - start)) };
}

/** The lines from line `wanted` on. */
export function readForward(log: LogFiles, { total, limit, maxBytes }: LogRequest, wanted: number): Part {
  const first = findLine(log, wanted);
  const { offset, line } = first;
  const { start: from, bytes: piece } = within(log.read(offset, maxBytes)[0] ?? nothing(total), total);
  const whole = piece.subarray(0, bytesOfLines(piece, limit));
  const isCut = whole.length === maxBytes && from + whole.length < total;
  const end = isCut ? whole.lastIndexOf(LF) + 1 : 0;
  if (end > 0) return { bytes: whole.subarray(0, end), from, line, missing: null, first };
  if (!isCut) return { bytes: whole, from, line, missing: null, first };
  // Cut so that the rest starts with a whole character.
  const open = openBytes(whole);
  const shown = open === whole.length ? whole : whole.subarray(0, whole.length - open);
  return { bytes: shown, from, line, missing: { part: 'end', cursor: from + shown.length }, first };
}

/** Whether the first byte of a line is kept. */
function isBegunIn(log: LogFiles, wanted: number): boolean {
  const { offset, line } = findLine(log, wanted);
  return line === wanted && (offset === 0 || byteAt(log, offset - 1) === LF);
}

/** The last lines of the first `total` bytes, which have `lastLine` lines. */
export function readTail(
  log: LogFiles,
  { total, maxBytes, lastLine }: LogRequest & { readonly lastLine: number },
  wanted: number,
): Part {
  const first = findLine(log, wanted);
  const { offset } = first;
  // One byte more than the page: a newline there means that a line starts right after it.
  const pieces = log.read(Math.max(offset, total - maxBytes - 1), maxBytes + 1);
  const last = pieces.findLast(({ start: from }) => from < total);
  const { start, bytes } = within(last ?? nothing(total), total);
  const tail = (skipped: number, missing: Missing | null): Part => ({
    bytes: bytes.subarray(skipped),
    from: start + skipped,
    line: null,
    missing,
    first,
  });
  if (last === undefined || start === offset) return tail(0, null);
  // Output after a gap is shown from its first byte on, even inside a line.
  if (bytes.length <= maxBytes && byteAt(log, start - 1) === undefined) return tail(0, null);
  const begin = bytes.indexOf(LF) + 1;
  if (begin > 0 && begin < bytes.length) return tail(begin, null);
  return tail(1 + brokenCharacter(bytes.subarray(1)), {
    part: 'beginning',
    isKept: isBegunIn(log, lastLine),
  });
}
