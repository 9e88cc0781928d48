import { HeadLimit, halves } from './edges.ts';
import { binaryLine } from './notices.ts';
import { LF, scanBytes } from './scan.ts';
import { Sniffer } from './sniff.ts';
import { Tail } from './tail.ts';
import { encodeText } from './utf8.ts';

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
}

/** Raw bytes as they arrive until the head's cap, then only their end; nothing is left out when all of it fits. */
export class LiveWriter {
  readonly #options: LiveOptions;
  readonly #head: HeadLimit;
  readonly #sniffer = new Sniffer();
  #tail: Tail | null = null;
  #heldBytes = 0;
  #heldNewlines = 0;
  #isBinary = false;
  #bytes = 0;
  #lastByte = LF;

  constructor(options: LiveOptions) {
    this.#options = options;
    const { outputChars, outputLines } = options.caps;
    this.#head = new HeadLimit(halves(outputChars).head, halves(outputLines).head);
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void | Promise<void> {
    this.#bytes += bytes.length;
    if (this.#options.terminal && !this.#isBinary && !this.#sniffer.isDone)
      this.#isBinary = this.#sniffer.push(bytes);
    if (this.#isBinary) {
      this.#heldBytes += bytes.length;
      return;
    }
    if (this.#options.unlimited) return this.#options.write(bytes);
    const taken = this.#head.take(bytes);
    if (taken < bytes.length) this.#hold(bytes.subarray(taken));
    if (taken > 0) return this.#options.write(bytes.subarray(0, taken));
  }

  /** What is held back so far. */
  held(): { readonly bytes: number; readonly lines: number } {
    return { bytes: this.#heldBytes, lines: this.#heldNewlines };
  }

  /** The end of the stream: its tail, and what stands between that and the head. */
  finish(): LiveEnd {
    if (this.#isBinary)
      return { tail: encodeText(`${binaryLine(this.#bytes)}\n`), omittedBytes: 0, omittedLines: 0 };
    if (this.#tail === null) return { tail: new Uint8Array(0), omittedBytes: 0, omittedLines: 0 };
    const lines = this.#head.newlines + this.#heldNewlines + (this.#lastByte === LF ? 0 : 1);
    const isWhole = this.#tail.isWhole && lines <= this.#options.caps.outputLines;
    const tail = isWhole ? this.#tail.contents() : this.#tail.shown();
    return {
      tail,
      omittedBytes: this.#heldBytes - tail.length,
      omittedLines: this.#heldNewlines - scanBytes(tail).newlines,
    };
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
    this.#lastByte = bytes[bytes.length - 1] ?? LF;
    this.#tail.push(bytes, !scan.hasHigh);
  }
}
