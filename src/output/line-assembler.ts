import { encodeMarker } from './cut-marker.ts';
import { GrowBuffer } from './grow-buffer.ts';
import type { HeadTail } from './head-tail.ts';
import { BACKSPACE, CR, LF, type Scan } from './scan.ts';
import { countChars, encodeText, offsetOfChar } from './utf8.ts';

const lineFeed = Uint8Array.of(LF);
/** U+2400, the visible sign of a NUL. */
const visibleNul = encodeText('\u2400');

/**
 * Makes lines as a terminal leaves them: what a carriage return lets the next text overwrite is gone, backspaces move
 * back over the line, and a line of more than `lineChars` characters is cut. Only the line in progress is held, and of it
 * no more than will be shown; whole lines of plain text pass through as they are.
 */
export class LineAssembler {
  /** Bytes of all finished lines, what was cut from them included. */
  bytes = 0;
  private readonly out: HeadTail;
  private readonly lineChars: number;
  private readonly line = new GrowBuffer();
  /** Characters in `line`. */
  private chars = 0;
  private cutChars = 0;
  private cutBytes = 0;
  /** Characters between the cursor and the end of the line. */
  private back = 0;
  private isReturned = false;

  constructor(out: HeadTail, lineChars: number) {
    this.out = out;
    this.lineChars = lineChars;
  }

  /** Takes text without carriage returns, backspaces and NULs; `scan` is of the same bytes. */
  pushPlain(bytes: Uint8Array, scan: Scan): void {
    const isAscii = !scan.hasHigh;
    if (scan.newlines === 0) {
      this.append(bytes, isAscii);
      return;
    }
    this.append(bytes.subarray(0, scan.first), isAscii);
    this.endLine();
    if (scan.longest <= this.lineChars) {
      this.out.write(bytes.subarray(scan.first + 1, scan.last + 1), isAscii);
      this.bytes += scan.last - scan.first;
    } else this.pushLines(bytes, scan);
    this.append(bytes.subarray(scan.last + 1), isAscii);
  }

  /** Takes any text. */
  push(bytes: Uint8Array): void {
    let from = 0;
    let seen = 0;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index] ?? 0;
      seen |= byte;
      if (byte > CR || (byte !== LF && byte !== CR && byte !== BACKSPACE && byte !== 0)) continue;
      this.append(bytes.subarray(from, index), seen < 0x80);
      this.control(byte);
      from = index + 1;
      seen = 0;
    }
    this.append(bytes.subarray(from), seen < 0x80);
  }

  /** The last line, which has no newline. */
  end(): void {
    this.flush();
  }

  private pushLines(bytes: Uint8Array, scan: Scan): void {
    for (let from = scan.first + 1; from <= scan.last; ) {
      const end = bytes.indexOf(LF, from);
      this.append(bytes.subarray(from, end), !scan.hasHigh);
      this.endLine();
      from = end + 1;
    }
  }

  private control(byte: number): void {
    if (byte === LF) this.endLine();
    else if (byte === CR) this.isReturned = true;
    else if (byte === 0) this.append(visibleNul, false);
    // Of characters past the cut only the number is known, so the cursor stays behind them.
    else if (!this.isReturned && this.cutChars === 0) this.back = Math.min(this.back + 1, this.chars);
  }

  private append(bytes: Uint8Array, isAscii: boolean): void {
    if (bytes.length === 0) return;
    if (this.isReturned) this.reset();
    const rest = this.back === 0 ? bytes : this.overwrite(bytes);
    const chars = isAscii ? rest.length : countChars(rest);
    const room = this.lineChars - this.chars;
    if (chars <= room) {
      this.line.append(rest);
      this.chars += chars;
      return;
    }
    const fit = isAscii ? room : offsetOfChar(rest, room);
    this.line.append(rest.subarray(0, fit));
    this.chars += room;
    this.cutChars += chars - room;
    this.cutBytes += rest.length - fit;
  }

  /** Puts the first characters over those behind the cursor and returns what goes past the end of the line. */
  private overwrite(bytes: Uint8Array): Uint8Array {
    const count = Math.min(this.back, countChars(bytes));
    const end = offsetOfChar(bytes, count);
    const line = this.line.view();
    const cursor = offsetOfChar(line, this.chars - this.back);
    const kept = line.slice(cursor + offsetOfChar(line.subarray(cursor), count));
    this.line.truncate(cursor);
    this.line.append(bytes.subarray(0, end));
    this.line.append(kept);
    this.back -= count;
    return bytes.subarray(end);
  }

  private endLine(): void {
    this.flush();
    this.out.write(lineFeed, true);
    this.bytes += 1;
  }

  private flush(): void {
    this.out.write(this.line.view(), this.chars === this.line.length);
    if (this.cutChars > 0) this.out.mark(encodeMarker(this.cutChars, this.cutBytes));
    this.bytes += this.line.length + this.cutBytes;
    this.reset();
  }

  private reset(): void {
    this.line.truncate(0);
    this.chars = 0;
    this.cutChars = 0;
    this.cutBytes = 0;
    this.back = 0;
    this.isReturned = false;
  }
}
