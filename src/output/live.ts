import { LF } from '../core/text/control-bytes.ts';
import { encodeText } from '../core/text/utf8.ts';
import { HeadLimit, halves, linesBetween } from './edges.ts';
import { binaryLine } from './notices.ts';
import { scanBytes } from './scan.ts';
import { Sniffer } from './sniff.ts';
import { Tail } from './tail.ts';

export interface LiveOptions {
  readonly caps: { readonly outputChars: number; readonly outputLines: number };
  /** Whether everything is passed on, without caps. */
  readonly unlimited: boolean;
  /** Whether a terminal reads the output: binary output is counted instead of shown. */
  readonly terminal: boolean;
  /** Sends bytes on; a returned promise is back-pressure. */
  write(bytes: Uint8Array): void | Promise<void>;
}

export interface LiveEnd {
  /** Bytes still to be written. */
  readonly tail: Uint8Array;
  readonly omittedBytes: number;
  readonly omittedLines: number;
  /** Whether the bytes sent on end in the middle of a line. */
  readonly isInLine: boolean;
}

/** Passes on raw bytes as they arrive up to the head's cap, then holds only the tail; omits nothing if all of it fits. */
export class LiveWriter {
  readonly #options: LiveOptions;
  readonly #head: HeadLimit;
  readonly #sniffer = new Sniffer('strict');
  #tail: Tail | null = null;
  #heldBytes = 0;
  #heldNewlines = 0;
  #isBinary = false;
  /** The last byte sent on; below it, the last byte of the stream. */
  #shownByte = LF;
  #lastByte = LF;

  constructor(options: LiveOptions) {
    this.#options = options;
    const { outputChars, outputLines } = options.caps;
    this.#head = new HeadLimit(halves(outputChars).head, halves(outputLines).head);
  }

  /** Takes the next bytes; a returned promise is the back-pressure of `write`. */
  push(bytes: Uint8Array): void | Promise<void> {
    if (bytes.length === 0) return;
    this.#lastByte = bytes[bytes.length - 1] ?? LF;
    if (this.#options.terminal && !this.#isBinary && !this.#sniffer.isDone)
      this.#isBinary = this.#sniffer.push(bytes);
    if (this.#isBinary) {
      this.#heldBytes += bytes.length;
      this.#heldNewlines += scanBytes(bytes).newlines;
      return;
    }
    const taken = this.#options.unlimited ? bytes.length : this.#head.take(bytes);
    if (taken < bytes.length) this.#hold(bytes.subarray(taken));
    if (taken === 0) return;
    this.#shownByte = bytes[taken - 1] ?? LF;
    return this.#options.write(taken === bytes.length ? bytes : bytes.subarray(0, taken));
  }

  /** Bytes and lines held back so far; a line counts once it is complete. */
  held(): { readonly bytes: number; readonly lines: number } {
    return { bytes: this.#heldBytes, lines: this.#heldNewlines };
  }

  /** Ends the stream; returns its tail, or the line for binary output that is not shown, and the size of what is omitted before it. */
  finish(): LiveEnd {
    const isInLine = this.#shownByte !== LF;
    const nothing = { omittedBytes: 0, omittedLines: 0, isInLine };
    if (this.#isBinary) return { ...nothing, tail: this.#binaryTail() };
    if (this.#tail === null) return { ...nothing, tail: new Uint8Array(0) };
    const lines = this.#head.newlines + this.#heldNewlines + (this.#lastByte === LF ? 0 : 1);
    if (this.#tail.isWhole && lines <= this.#options.caps.outputLines)
      return { ...nothing, tail: this.#tail.contents() };
    const tail = this.#tail.shown();
    const omittedBytes = this.#heldBytes - tail.length;
    return { tail, omittedBytes, omittedLines: this.#omittedLines(tail), isInLine };
  }

  #binaryTail(): Uint8Array {
    return encodeText(`${this.#shownByte === LF ? '' : '\n'}${binaryLine(this.#heldBytes)}\n`);
  }

  #omittedLines(tail: Uint8Array): number {
    const newlines = this.#head.newlines + this.#heldNewlines;
    const isPartial = this.#lastByte !== LF;
    return linesBetween(
      { newlines, isPartial },
      { newlines: this.#head.newlines, isPartial: this.#shownByte !== LF },
      { newlines: scanBytes(tail).newlines, isPartial: isPartial && tail.length > 0 },
    );
  }

  #hold(bytes: Uint8Array): void {
    const { outputChars, outputLines } = this.#options.caps;
    this.#tail ??= new Tail({
      room: outputChars - this.#head.chars,
      chars: halves(outputChars).tail,
      lines: halves(outputLines).tail,
    });
    const scan = scanBytes(bytes);
    this.#heldBytes += bytes.length;
    this.#heldNewlines += scan.newlines;
    this.#tail.push(bytes, !scan.hasHigh);
  }
}
