import { BACKSPACE, CR, LF } from '../core/text/control-bytes.ts';
import { countChars, decodeText, encodeText, offsetFromEnd, offsetOfChar } from '../core/text/utf8.ts';
import { encodeMarker } from './cut-marker.ts';
import { GrowBuffer } from './grow-buffer.ts';
import type { HeadTail } from './head-tail.ts';
import { type HeldState, LineStates, visibleReturn } from './line-states.ts';
import { ERASED_LINE, ERASED_REST, type Scan } from './scan.ts';

/** U+2400, shown for a NUL. */
const shownNul = '\u2400';
const visibleNul = encodeText(shownNul);

/** Most characters that backspaces move back: enough to redraw a terminal line, and cheap for a hostile stream. */
const mostBack = 256;

/**
 * Assembles lines as a reader sees them: the last state of a progress bar is kept, any other carriage return within a line is
 * made visible, backspaces move back over the line, and a line of more than `lineChars` characters is cut. Beyond one chunk
 * only the unfinished line is held, no more of it than is shown; whole lines of plain text pass unchanged.
 */
export class LineAssembler {
  /** Bytes of all finished lines, including those cut from them. */
  bytes = 0;
  /** Length in bytes of the shortest cut line; null if none was cut. */
  cutAt: number | null = null;
  /** Number of carriage returns shown within lines. */
  returns = 0;
  /** Lines that ended in CR LF. */
  returnedLines = 0;
  private readonly out: HeadTail;
  private readonly lineChars: number;
  /** Finished lines of this chunk, then the unfinished line from `start` on. */
  private readonly text = new GrowBuffer();
  private start = 0;
  private isAscii = true;
  /** Characters held of the unfinished line. */
  private chars = 0;
  private cutChars = 0;
  private cutBytes = 0;
  /** Characters between the cursor and the end of the line. */
  private back = 0;
  private isReturned = false;
  /** Whether an erase sequence came between the last carriage return and text. */
  private willErase = false;
  /** As in `LineState`. */
  private isErasing = false;
  private isErased = false;
  /** The states of this line before its last carriage return; null for none. */
  private states: LineStates | null = null;
  private isLed = false;

  constructor(out: HeadTail, lineChars: number) {
    this.out = out;
    this.lineChars = lineChars;
  }

  /** Takes text without carriage returns, backspaces and NULs; `scan` must be of the same bytes. */
  pushPlain(bytes: Uint8Array, scan: Scan): void {
    const isAscii = !scan.hasHigh;
    if (scan.newlines === 0) this.append(bytes, 0, bytes.length, isAscii);
    else if (scan.longest > this.lineChars) this.push(bytes);
    else {
      this.append(bytes, 0, scan.first, isAscii);
      this.endLine();
      this.flush();
      this.out.write(bytes.subarray(scan.first + 1, scan.last + 1), isAscii);
      this.bytes += scan.last - scan.first;
      this.append(bytes, scan.last + 1, bytes.length, isAscii);
    }
  }

  /** Takes any text. */
  push(bytes: Uint8Array): void {
    let from = 0;
    let seen = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0;
      if (byte > CR ? byte < ERASED_REST : byte !== LF && byte !== CR && byte !== BACKSPACE && byte !== 0) {
        seen |= byte;
        continue;
      }
      if (index > from) this.append(bytes, from, index, seen < 0x80);
      this.control(byte);
      from = index + 1;
      seen = 0;
    }
    this.append(bytes, from, bytes.length, seen < 0x80);
    this.flush();
  }

  /** Ends the last line, which has no newline. */
  end(): void {
    this.join();
    this.bytes += this.text.length - this.start + this.cutBytes;
    if (this.cutChars > 0) this.mark();
    this.start = this.text.length;
    this.flush();
  }

  private control(byte: number): void {
    if (byte === LF) this.endLine();
    else if (byte === CR) this.isReturned = true;
    else if (byte === ERASED_REST || byte === ERASED_LINE) this.erase(byte);
    else if (byte === 0) this.append(visibleNul, 0, visibleNul.length, false);
    // Past the cut only the number of characters is known, so the cursor stays after them.
    else if (this.cutChars === 0 && !this.isReturned)
      this.back = Math.min(this.back + 1, this.chars, mostBack);
  }

  private append(bytes: Uint8Array, from: number, to: number, isAscii: boolean): void {
    if (from === to) return;
    if (this.isReturned) this.restart();
    this.isErased = false;
    if (!isAscii) this.isAscii = false;
    const at = this.back === 0 ? from : this.overwrite(bytes, from, to, isAscii);
    const chars = isAscii ? to - at : countChars(bytes, at, to);
    const room = this.lineChars - this.chars;
    const fit = chars <= room ? to : isAscii ? at + room : offsetOfChar(bytes, room, at, to);
    this.text.append(bytes, at, fit);
    this.chars += Math.min(chars, room);
    this.cutChars += Math.max(0, chars - room);
    this.cutBytes += to - fit;
  }

  /** Overwrites the characters after the cursor and returns the index of the remaining input. */
  private overwrite(bytes: Uint8Array, from: number, to: number, isAscii: boolean): number {
    const line = this.text.view(this.start);
    if (isAscii && this.chars === line.length) {
      const end = Math.min(to, from + this.back);
      line.set(bytes.subarray(from, end), line.length - this.back);
      this.back -= end - from;
      return end;
    }
    const count = Math.min(this.back, countChars(bytes, from, to));
    const end = offsetOfChar(bytes, count, from, to);
    const cursor = offsetFromEnd(line, this.back);
    const kept = line.slice(offsetOfChar(line, count, cursor));
    this.text.truncate(this.start + cursor);
    this.text.append(bytes, from, end);
    this.text.append(kept);
    this.back -= count;
    return end;
  }

  private erase(byte: number): void {
    if (this.isReturned) this.willErase = true;
    else {
      this.isErasing ||= this.back === 0;
      if (byte === ERASED_REST && this.back > 0) this.cutBack();
      this.isErased = byte === ERASED_LINE;
    }
  }

  /** Removes the text after the cursor. */
  private cutBack(): void {
    const line = this.text.view(this.start);
    this.text.truncate(this.start + offsetFromEnd(line, this.back));
    this.chars -= this.back;
    this.back = 0;
  }

  private endLine(): void {
    if (this.isReturned) this.returnedLines += 1;
    this.join();
    this.bytes += this.text.length - this.start + this.cutBytes + 1;
    if (this.cutChars > 0) this.mark();
    this.text.appendByte(LF);
    this.start = this.text.length;
    this.forget();
  }

  /** Passes on everything held and the marker of the cut in its last line. */
  private mark(): void {
    const held = this.text.view(this.start);
    // Each shown return and NUL is one byte of the stream. A U+2400 of its own counts as a NUL: the line goes on a little before.
    const returns = this.states?.shownReturns ?? 0;
    const nuls = decodeText(held).split(shownNul).length - 1;
    const left = held.length - returns * (visibleReturn.length - 1) - nuls * (visibleNul.length - 1);
    this.cutAt = Math.min(this.cutAt ?? left, left);
    this.start = this.text.length;
    this.flush();
    this.out.mark(encodeMarker(this.cutChars, this.cutBytes));
  }

  /** Passes on the finished lines. */
  private flush(): void {
    if (this.start === 0) return;
    this.out.write(this.text.view().subarray(0, this.start), this.isAscii);
    this.text.shift(this.start);
    this.start = 0;
    // It is not tracked per line, so an unfinished line is checked.
    this.isAscii = this.chars === this.text.length;
  }

  /** Starts the next state of the unfinished line. */
  private restart(): void {
    const isErasing = this.willErase;
    if (this.text.length > this.start) {
      this.states ??= new LineStates(this.lineChars, { isLed: this.isLed });
      this.states.push(this.held());
      this.text.truncate(this.start);
    } else this.isLed = true;
    this.forgetState();
    this.isErasing = isErasing;
  }

  /** Joins the states of a line that has several. */
  private join(): void {
    const { states } = this;
    if (states === null) return;
    const { bytes, chars, cutChars, cutBytes } = states.finish(this.held());
    this.text.truncate(this.start);
    this.text.append(bytes);
    this.chars = chars;
    this.cutChars = cutChars;
    this.cutBytes = cutBytes;
    if (chars < bytes.length) this.isAscii = false;
    this.returns += states.returns;
  }

  private held(): HeldState {
    const { chars, cutChars, cutBytes, isErasing, isErased } = this;
    return { bytes: this.text.view(this.start), chars, cutChars, cutBytes, isErasing, isErased };
  }

  private forget(): void {
    this.forgetState();
    this.states = null;
    this.isLed = false;
  }

  private forgetState(): void {
    this.chars = 0;
    this.cutChars = 0;
    this.cutBytes = 0;
    this.back = 0;
    this.isReturned = false;
    this.isErasing = false;
    this.isErased = false;
    this.willErase = false;
  }
}
