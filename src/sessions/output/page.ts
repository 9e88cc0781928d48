import { LF } from '../../core/text/control-bytes.ts';
import { encodeText } from '../../core/text/utf8.ts';
import { countOf } from '../../output/notices.ts';
import { type LogPiece, readLog, readLogUpTo } from '../../platform/sessions/session-log-files.ts';
import type { SizeFrom } from '../terminal/terminal-sizes.ts';
import { bytesOfLines, countLines } from './log-lines.ts';
import { firstUnit, longestHeld, nothingSaid, openBytes, outputText } from './output-text.ts';

export interface PageRequest {
  readonly folder: string;
  /** Absolute byte offset. */
  readonly cursor: number;
  /** Most stored bytes of the page. */
  readonly maxBytes: number;
  /** Most lines of the page, as the program ended them; absent for any number. */
  readonly maxLines?: number | undefined;
  /** Bytes of output so far. */
  readonly total: number;
  readonly isEnded: boolean;
  /** The sizes of the terminal it was printed to; empty for none. */
  readonly sizes: readonly SizeFrom[];
}

/** A part of a session's output as text. */
export interface Page {
  readonly text: string;
  /** The page as it was printed. */
  readonly bytes: Uint8Array;
  /** Where the next page begins. */
  readonly next: number;
  /** Bytes dropped between the cursor and `next`. */
  readonly dropped: number;
  readonly isBinary: boolean;
  /** As in `OutputText`. */
  readonly isDrawn: boolean;
  /** As in `OutputText`. */
  readonly isRepaired: boolean;
  /** As in `OutputText`. */
  readonly hasReturns: boolean;
}

const nothing = new Uint8Array(0);
/** Bytes before a page that are read to find what is on the screen at its start. */
const screenBytes = 65_536;

/** The stored output right before an offset, from the start of a line, that may still be on the screen. */
function screenBefore(folder: string, cursor: number): Uint8Array {
  const from = Math.max(0, cursor - screenBytes);
  const piece = readLogUpTo(folder, from, cursor).at(-1);
  if (piece === undefined || piece.start + piece.bytes.length !== cursor) return nothing;
  return piece.start === 0 ? piece.bytes : piece.bytes.subarray(piece.bytes.indexOf(LF) + 1);
}

/** The stored start of the line that continues at an offset. */
export function lineBefore(folder: string, cursor: number): Uint8Array {
  const before = screenBefore(folder, cursor);
  return before.subarray(before.lastIndexOf(LF) + 1);
}

/** The line that replaces output that is gone for good. */
export function droppedLine(bytes: number): string {
  return `[… ${countOf(bytes, 'byte')} dropped: not kept in the session's log …]`;
}

/** The pieces up to the end of line number `most` in them. */
function firstLines(pieces: readonly LogPiece[], most: number): readonly LogPiece[] {
  let left = most;
  return pieces.flatMap(({ start, bytes }) => {
    const kept = left > 0 ? bytes.subarray(0, bytesOfLines(bytes, left)) : nothing;
    left = kept.length < bytes.length ? 0 : left - countLines(kept);
    return kept.length === 0 ? [] : [{ start, bytes: kept }];
  });
}

/**
 * Reads a page of output from the cursor on. A character or escape sequence is never split while its rest may come; a page
 * too small for one is enlarged to hold it.
 */
export function readPage(request: PageRequest): Page {
  const { folder, cursor, maxBytes, maxLines, total, isEnded, sizes } = request;
  const read = readLog(folder, cursor, maxBytes);
  const pieces = maxLines === undefined ? read : firstLines(read, maxLines);
  const last = pieces.at(-1);
  if (last === undefined) {
    const dropped = Math.max(0, total - cursor);
    const text = dropped === 0 ? '' : `${droppedLine(dropped)}\n`;
    return {
      text,
      bytes: encodeText(text),
      next: cursor + dropped,
      dropped,
      isBinary: false,
      ...nothingSaid,
    };
  }
  const end = last.start + last.bytes.length;
  // The log of an ended session may lack its end, because of a full disk.
  const isWhole = isEnded && (end >= total || readLog(folder, end, 1).length === 0);
  const held = isWhole ? 0 : openBytes(last.bytes);
  if (held === maxBytes) {
    const rest = readLog(folder, cursor, longestHeld + 1)[0]?.bytes ?? last.bytes;
    const unit = firstUnit(rest) ?? (isEnded ? rest.length : 0);
    if (unit > maxBytes) return readPage({ ...request, maxBytes: unit });
  }
  return renderPage(pieces, {
    cursor,
    next: end - held,
    sizes,
    before: sizes.length === 0 ? nothing : screenBefore(folder, cursor),
  });
}

/** Renders the pieces up to `next` as one text with a line for each gap. */
function renderPage(
  pieces: readonly LogPiece[],
  {
    cursor,
    next,
    sizes,
    before,
  }: Pick<PageRequest, 'cursor' | 'sizes'> & { readonly next: number; readonly before: Uint8Array },
): Page {
  let text = '';
  const raw: Uint8Array[] = [];
  let at = cursor;
  let dropped = 0;
  let isBinary = false;
  let isDrawn = false;
  let isRepaired = false;
  let hasReturns = false;
  for (const { start, bytes } of pieces) {
    const gap = start - at;
    if (gap > 0) {
      dropped += gap;
      const line = `${text === '' || text.endsWith('\n') ? '' : '\n'}${droppedLine(gap)}\n`;
      text += line;
      raw.push(encodeText(line));
    }
    const kept = bytes.subarray(0, Math.max(0, next - start));
    const terminal = { sizes, start, before: start === cursor ? before : nothing };
    const shown = outputText(kept, sizes.length === 0 ? null : terminal);
    text += shown.text;
    raw.push(kept);
    isBinary ||= shown.isBinary;
    isDrawn ||= shown.isDrawn;
    isRepaired ||= shown.isRepaired;
    hasReturns ||= shown.hasReturns;
    at = start + bytes.length;
  }
  return { text, bytes: Buffer.concat(raw), next, dropped, isBinary, isDrawn, isRepaired, hasReturns };
}
