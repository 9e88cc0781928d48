import { LF } from '../core/text/control-bytes.ts';
import { encodeText } from '../core/text/utf8.ts';
import { HeadLimit, halves, linesBetween } from './edges.ts';
import { binaryLine } from './notices.ts';
import { scanBytes } from './scan.ts';
import { Sniffer } from './sniff.ts';
import { Tail } from './tail.ts';

export interface LiveOptions {
  readonly caps: { readonly outputChars: number; readonly outputLines: number };
  /** Passes everything on. */
  readonly unlimited: boolean;
  /** A terminal reads this: binary output is counted instead of shown. */
  readonly terminal: boolean;
  /** Sends bytes on; a returned promise is back-pressure. */
  write(bytes: Uint8Array): void | Promise<void>;
}

export interface LiveEnd {
  /** What is still to be written. */
  readonly tail: Uint8Array;
  readonly omittedBytes: number;
  readonly omittedLines: number;
  /** What was sent on ends within a line. */
  readonly isInLine: boolean;
}

/** Raw bytes as they arrive until the head's cap, then only their end; nothing is left out when all of it fits. */
export class LiveWriter {
  readonly #options: LiveOptions;
  readonly #head: HeadLimit;
  readonly #sniffer = new Sniffer('strict');
  #tail: Tail | null = null;
  #heldBytes = 0;
  #heldNewlines = 0;
  #isBinary = false;
  /** The last byte sent on, and the last of the stream. */
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

  /** What is held back so far; a line counts once it is complete. */
  held(): { readonly bytes: number; readonly lines: number } {
    return { bytes: this.#heldBytes, lines: this.#heldNewlines };
  }

  /** The end of the stream: its tail, or how much binary output is not shown, and what stands between that and the head. */
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
