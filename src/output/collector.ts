import { SpillFile, type SpillResult } from '../platform/spill-file.ts';
import { EscapeFilter } from './escapes.ts';
import { HeadTail } from './head-tail.ts';
import { LineAssembler } from './line-assembler.ts';
import { binaryLine, omissionNotice } from './notices.ts';
import { LF, type Scan, scanBytes } from './scan.ts';
import { Sniffer } from './sniff.ts';
import { Utf8Repair } from './utf8.ts';

export interface CollectorOptions {
  readonly caps: {
    /** Code points shown. */
    readonly outputChars: number;
    readonly outputLines: number;
    /** Code points shown of one line. */
    readonly lineChars: number;
    /** Bytes of the spill file. */
    readonly spillBytes: number;
    /** Minutes spill files stay. */
    readonly finishedMinutes: number;
  };
  /** Where the full stream goes when not all of it is shown. */
  readonly spill: { readonly folder: string; readonly name: string };
  /** Leaves escape sequences in. */
  readonly keepAnsi?: boolean;
}

/** Counts are of the raw stream; what is omitted is counted in its cleaned text. */
export interface OutputFacts {
  readonly bytes: number;
  readonly lines: number;
  readonly omittedBytes: number;
  readonly omittedLines: number;
  readonly truncated: boolean;
  readonly binary: boolean;
  readonly spillPath: string | null;
}

export interface Collected {
  readonly text: string;
  readonly facts: OutputFacts;
  readonly notices: readonly string[];
}

/** Raw bytes that may wait before a file is begun for them. */
const pendingBytes = 65_536;

/** One stream with bounded memory: exact counts of all of it, its head and tail as clean text, and all of it on disk when that is not all. */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #spill: SpillFile;
  readonly #shown: HeadTail;
  readonly #lines: LineAssembler;
  readonly #escapes = new EscapeFilter();
  readonly #repair = new Utf8Repair();
  readonly #sniffer = new Sniffer();
  #pending: Uint8Array[] | null = [];
  #bytes = 0;
  #newlines = 0;
  #cleanNewlines = 0;
  #lastByte = LF;
  #isBinary = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
    const { caps, spill } = options;
    this.#spill = new SpillFile({ ...spill, limit: caps.spillBytes, keepMinutes: caps.finishedMinutes });
    this.#shown = new HeadTail(caps);
    this.#lines = new LineAssembler(this.#shown, caps.lineChars);
  }

  /** Takes the next bytes, which must not change afterwards; a returned promise means: wait before sending more. */
  push(bytes: Uint8Array): void | Promise<void> {
    if (bytes.length === 0) return;
    const scan = scanBytes(bytes);
    this.#bytes += bytes.length;
    this.#newlines += scan.newlines;
    this.#lastByte = bytes[bytes.length - 1] ?? LF;
    const pressure = this.#keepRaw(bytes);
    if (!this.#isBinary && !this.#sniffer.isDone) this.#isBinary = this.#sniffer.push(bytes);
    if (!this.#isBinary) this.#clean(bytes, scan);
    return pressure;
  }

  /** Totals so far. */
  progress(): { readonly bytes: number; readonly lines: number; readonly binary: boolean } {
    return { bytes: this.#bytes, lines: this.#lineCount(), binary: this.#isBinary };
  }

  /** What is to be shown, once the stream is over; waits for the spill file. */
  async finish(): Promise<Collected> {
    this.#isBinary ||= this.#sniffer.isBinary();
    if (this.#isBinary) return this.#binary();
    this.#shape(this.#repair.push(this.#escapes.end(), true));
    this.#shape(this.#repair.end());
    this.#lines.end();
    const { text, omittedBytes, omittedLines } = this.#shown.finish({
      bytes: this.#lines.bytes,
      newlines: this.#cleanNewlines,
    });
    const facts = {
      bytes: this.#bytes,
      lines: this.#lineCount(),
      omittedBytes,
      omittedLines,
      truncated: omittedBytes > 0,
      binary: false,
    };
    if (omittedBytes === 0) {
      await this.#spill.discard();
      return { text, facts: { ...facts, spillPath: null }, notices: [] };
    }
    const spill = await this.#finishSpill();
    const notice = omissionNotice({ bytes: this.#bytes, omittedBytes, omittedLines, isBinary: false, spill });
    return { text, facts: { ...facts, spillPath: spill?.path ?? null }, notices: [notice] };
  }

  #lineCount(): number {
    return this.#newlines + (this.#bytes > 0 && this.#lastByte !== LF ? 1 : 0);
  }

  #keepRaw(bytes: Uint8Array): void | Promise<void> {
    if (this.#pending === null) return this.#spill.push(bytes);
    this.#pending.push(bytes);
    const most = Math.max(pendingBytes, this.#options.caps.outputChars);
    if (this.#bytes > most) return this.#beginSpill();
  }

  #beginSpill(): void | Promise<void> {
    const pending = this.#pending ?? [];
    this.#pending = null;
    let pressure: void | Promise<void>;
    for (const bytes of pending) pressure = this.#spill.push(bytes);
    return pressure;
  }

  async #finishSpill(): Promise<SpillResult | null> {
    if (this.#options.caps.spillBytes === 0) return null;
    await this.#beginSpill();
    return this.#spill.finish();
  }

  #clean(bytes: Uint8Array, scan: Scan): void {
    const hasSequence = this.#options.keepAnsi !== true && (scan.hasEscape || this.#escapes.isOpen);
    const text = this.#repair.push(hasSequence ? this.#escapes.push(bytes) : bytes, scan.hasHigh);
    this.#shape(text, text === bytes ? scan : scanBytes(text));
  }

  #shape(text: Uint8Array, scan: Scan = scanBytes(text)): void {
    if (text.length === 0) return;
    this.#cleanNewlines += scan.newlines;
    if (scan.hasControl) this.#lines.push(text);
    else this.#lines.pushPlain(text, scan);
  }

  async #binary(): Promise<Collected> {
    const bytes = this.#bytes;
    const spill = await this.#finishSpill();
    const facts = {
      bytes,
      lines: this.#lineCount(),
      omittedBytes: bytes,
      omittedLines: this.#lineCount(),
      truncated: true,
      binary: true,
    };
    return {
      text: binaryLine(bytes),
      facts: { ...facts, spillPath: spill?.path ?? null },
      notices: [omissionNotice({ bytes, omittedBytes: bytes, omittedLines: 0, isBinary: true, spill })],
    };
  }
}
