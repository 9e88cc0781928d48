import { isUtf8 } from 'node:buffer';
import { clipAt, cutPlace } from '../../../core/text/clip-line.ts';
import { CR, LF } from '../../../core/text/control-bytes.ts';
import { decodeText, openCharacter } from '../../../core/text/utf8.ts';
import type { LineCount } from './file-facts.ts';
import { bytesAround } from './numbered-line.ts';

export interface PageLimits {
  /** Most lines of a page. */
  readonly lines: number;
  /** Most code points of one line; no more than fit in `bytes` with its number and a marker. */
  readonly lineChars: number;
  /** Most bytes of the page as shown, line numbers included. */
  readonly bytes: number;
}

/** Thrown for a line of a file that is not text; `line` is its number. */
export class NotText extends Error {
  readonly line: number;
  readonly state: string;
  constructor(line: number, state: string) {
    super(state);
    this.line = line;
    this.state = state;
  }
}

/** Takes chunks of a file and keeps one page of lines; memory is bounded by the page, whatever the lines are. */
export class LineCollector {
  readonly lines: string[] = [];
  readonly truncated: number[] = [];
  /** Bytes shown of the first truncated line. */
  firstCut = 0;
  readonly strayReturns: number[] = [];
  /** Bytes from the start of the scan to the end of the last line of the page. */
  end = 0;
  /** Whether the page was full before the bytes ended. */
  isFull = false;
  private readonly firstNumber: number;
  private readonly limits: PageLimits;
  private toSkip: number;
  private readonly keep: number;
  private parts: Uint8Array[] = [];
  private kept = 0;
  private length = 0;
  private endsInReturn = false;
  private scanned = 0;
  private shown = 0;
  /** Bytes from the start of the scan that are whole plain lines without carriage returns, all of them in the page. */
  private plainBytes = 0;

  /** Skips `skip` lines; the first line of the page is numbered `firstNumber`. */
  constructor(skip: number, firstNumber: number, limits: PageLimits) {
    this.toSkip = skip;
    this.firstNumber = firstNumber;
    this.limits = limits;
    // A character has at most four bytes; one more shows that the line goes on.
    this.keep = (limits.lineChars + 1) * 4;
  }

  /** Takes the next bytes; false once the page is full. */
  push(chunk: Uint8Array): boolean {
    let from = this.skip(chunk);
    if (this.length === 0) from = this.takePlain(chunk, from);
    while (!this.isFull && from < chunk.length) {
      const at = chunk.indexOf(LF, from);
      const until = at === -1 ? chunk.length : at;
      this.extend(chunk.subarray(from, until));
      if (at === -1) break;
      this.finishLine(true, this.scanned + at + 1);
      from = at + 1;
    }
    this.scanned += chunk.length;
    return !this.isFull;
  }

  /** The line count of a file of `size` bytes if all of it was scanned and plain; null if they must be counted. */
  countOf(size: number): LineCount | null {
    if (this.plainBytes !== size || size === 0) return null;
    return { totalLines: this.lines.length, eol: 'lf', endsInNewline: true };
  }

  /** Ends the file: bytes after the last newline are a line too. */
  finish(): void {
    if (!this.isFull && this.length > 0) this.finishLine(false, this.scanned);
  }

  /** Takes the leading lines that need no care in one go: whole, short, UTF-8. Returns the index of the rest. */
  private takePlain(chunk: Uint8Array, from: number): number {
    const { lines: mostLines, lineChars, bytes: mostBytes } = this.limits;
    const room = mostLines - this.lines.length;
    // Only as far as the page can go: if few lines are wanted, the rest of the chunk is not examined.
    const near = chunk.subarray(from, from + Math.min(mostBytes, room * (lineChars + 1)));
    const plain = near.subarray(0, near.lastIndexOf(LF) + 1);
    if (plain.length === 0 || plain.includes(0) || !isUtf8(plain)) return from;
    const text = decodeText(plain.subarray(0, -1));
    const hasReturns = text.includes('\r');
    if (hasReturns && /\r(?!\n|$)/.test(text)) return from;
    const isAscii = text.length === plain.length - 1;
    // Numbers from the end grow shorter.
    const around = Math.max(bytesAround(this.firstNumber), bytesAround(this.firstNumber + mostLines));
    let until = from;
    for (const line of text.split('\n', room)) {
      const shown = hasReturns && line.endsWith('\r') ? line.slice(0, -1) : line;
      const size = isAscii ? shown.length : Buffer.byteLength(shown);
      if (size > lineChars || this.shown + size + around > mostBytes) break;
      this.lines.push(shown);
      this.shown += size + around;
      until += size + (line.length - shown.length) + 1;
    }
    this.end = this.scanned + until;
    if (from === 0 && !hasReturns && this.plainBytes === this.scanned) this.plainBytes = this.end;
    this.isFull = this.lines.length >= mostLines;
    return until;
  }

  private skip(chunk: Uint8Array): number {
    let at = 0;
    // A loop over bytes beats indexOf on short lines by far.
    while (this.toSkip > 0 && at < chunk.length) {
      if (chunk[at] === LF) this.toSkip -= 1;
      at += 1;
    }
    if (this.lines.length === 0 && this.length === 0) this.end = this.scanned + at;
    return at;
  }

  private extend(part: Uint8Array): void {
    if (part.length === 0) return;
    this.length += part.length;
    this.endsInReturn = part.at(-1) === CR;
    if (this.kept >= this.keep) return;
    const taken = part.subarray(0, this.keep - this.kept);
    // Thrown at once: the line may go on for gigabytes, as the hole of a sparse file does.
    if (taken.includes(0)) throw new NotText(this.firstNumber + this.lines.length, 'holds a NUL byte');
    this.parts.push(taken);
    this.kept += taken.length;
  }

  private finishLine(terminated: boolean, end: number): void {
    const number = this.firstNumber + this.lines.length;
    const line = this.render(number, terminated);
    const size = Buffer.byteLength(line.text) + bytesAround(number);
    const fits = this.lines.length === 0 || this.shown + size <= this.limits.bytes;
    this.parts = [];
    [this.kept, this.length, this.endsInReturn] = [0, 0, false];
    if (fits) {
      this.lines.push(line.text);
      this.shown += size;
      this.end = end;
      if (line.cut !== null) {
        if (this.truncated.length === 0) this.firstCut = line.cut;
        this.truncated.push(number);
      }
      if (line.stray) this.strayReturns.push(number);
    }
    this.isFull = !fits || this.lines.length >= this.limits.lines;
  }

  private render(number: number, terminated: boolean): { text: string; cut: number | null; stray: boolean } {
    const only = this.parts.length === 1 ? this.parts[0] : undefined;
    let bytes = only ?? Buffer.concat(this.parts);
    const total = this.length - (terminated && this.endsInReturn ? 1 : 0);
    bytes = bytes.subarray(0, this.length > this.kept ? bytes.length - openCharacter(bytes) : total);
    if (!isUtf8(bytes)) throw new NotText(number, 'holds bytes that are not UTF-8');
    const cut = cutPlace(bytes, this.limits.lineChars, total);
    const shown = cut === null ? decodeText(bytes) : clipAt(bytes, cut, total);
    const stray = shown.includes('\r');
    return { text: stray ? shown.replaceAll('\r', '\\r') : shown, cut, stray };
  }
}
