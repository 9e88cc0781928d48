import type { Progress } from '../core/sink.ts';
import { LF } from '../core/text/control-bytes.ts';
import { encodeText } from '../core/text/utf8.ts';
import { newSpill, type SpillFile } from '../platform/store/spill-file.ts';
import type { SpillTarget } from '../platform/store/spill-folder.ts';
import { EscapeFilter, lineMark } from './escapes.ts';
import { type Excerpt, HeadTail, type StreamSize } from './head-tail.ts';
import { LineAssembler } from './line-assembler.ts';
import { binaryLine, omissionNotices, type ReturnCounts } from './notices.ts';
import { scanBytes } from './scan.ts';
import { Sniffer } from './sniff.ts';
import type { Drawing, TerminalText } from './terminal-text.ts';
import { Utf8Repair } from './utf8-repair.ts';

export interface CollectorOptions {
  readonly caps: {
    /** Code points shown. */
    readonly outputChars: number;
    readonly outputLines: number;
    /** Code points shown per line. */
    readonly lineChars: number;
    /** Most bytes of the spill file; 0 keeps none. */
    readonly spillBytes: number;
    /** Minutes that spill files are kept. */
    readonly finishedMinutes: number;
  };
  /** Where the full stream goes when not all of it is shown. */
  readonly spill: SpillTarget;
  /** Whether the raw bytes are shown elsewhere, so none are lost where the text replaces some. */
  readonly isShownRaw?: boolean;
  /** For output of a terminal: what makes its lines; null for other output. */
  readonly drawing?: Drawing | null;
  /** Whether commands cannot see the spill file because they run in a sandbox. */
  readonly isSpillHidden?: boolean;
}

/** What the details of an Outcome say about one stream. */
export interface OutputFacts {
  /** Exact size of the raw stream in bytes and lines; a last line without a newline counts. */
  readonly bytes: number;
  readonly lines: number;
  /** Bytes and lines of the cleaned text that are not shown. A line shown in part does not count. */
  readonly omittedBytes: number;
  readonly omittedLines: number;
  /** Bytes of the raw stream minus those of the cleaned text (may be negative); absent for 0. */
  readonly cleanedBytes?: number;
  readonly truncated: boolean;
  readonly binary: boolean;
  readonly spillPath: string | null;
  /** Bytes in the spill file, a prefix of what was received; absent when it has the whole stream. */
  readonly spillBytes?: number;
  /** Bytes that were lost before they could be received; absent for none. */
  readonly droppedBytes?: number;
}

export interface Collected {
  readonly text: string;
  readonly facts: OutputFacts;
  readonly notices: readonly string[];
}

/** Chunks are processed in pieces of this size, so that a huge one needs no huge buffers. */
const pieceBytes = 64 * 1024;
/** Least number of characters shown, however little room there is. */
const leastChars = 64;

/** Collects one output stream of a call: counts it, keeps its head and tail as clean text, and spills it when that is not all. */
export class Collector {
  private bytes = 0;
  private newlines = 0;
  /** Newlines of the text that is shown. */
  private textNewlines = 0;
  private lastByte = LF;
  private isBinary = false;
  private isGapped = false;
  private readonly sniffer = new Sniffer('file');
  private readonly utf8 = new Utf8Repair();
  private readonly escapes: EscapeFilter;
  private readonly kept: HeadTail;
  private readonly lines: LineAssembler;
  private readonly spill: SpillFile | null;
  private readonly caps: CollectorOptions['caps'];
  private readonly isShownRaw: boolean;
  private readonly terminal: TerminalText | null;
  private readonly isSpillHidden: boolean;
  private shown: Excerpt | null = null;

  constructor(options: CollectorOptions) {
    const { caps, spill } = options;
    this.caps = caps;
    this.isShownRaw = options.isShownRaw === true;
    this.terminal = options.drawing?.text ?? null;
    this.escapes = new EscapeFilter(options.drawing?.markOf ?? lineMark);
    this.isSpillHidden = options.isSpillHidden === true;
    this.kept = new HeadTail(caps);
    this.lines = new LineAssembler(this.kept, caps.lineChars);
    this.spill = newSpill({ ...spill, limit: caps.spillBytes, keepMinutes: caps.finishedMinutes });
  }

  /** Takes the next bytes, which the caller may reuse at once. Returns a promise while more than 8 MiB wait for the disk. */
  push(bytes: Uint8Array): void | Promise<void> {
    for (let from = 0; from < bytes.length; from += pieceBytes)
      this.take(bytes.subarray(from, from + pieceBytes));
    return this.spill?.pressure();
  }

  /** Takes a line that replaces lost output, so that the result is marked as incomplete. */
  pushGap(line: Uint8Array): void | Promise<void> {
    this.isGapped = true;
    return this.push(line);
  }

  /** Exact counts of the raw stream so far. */
  progress(): Progress {
    const lines = this.newlines + (this.lastByte === LF ? 0 : 1);
    return { bytes: this.bytes, lines, binary: this.isBinary };
  }

  /** The text to show, as much as the caps allow; nothing may be pushed afterwards. */
  end(): Excerpt {
    if (this.sniffer.isBinary()) this.isBinary = true;
    this.shown ??= this.isBinary ? this.nothing() : this.excerpt();
    return this.shown;
  }

  /**
   * Returns the result; nothing may be pushed afterwards. What is shown loses more of its middle until `fits` holds.
   * Waits until the spill file is written, or dropped because all of it is `elsewhere`, as the notices then say.
   */
  async finish(
    fits: (text: string) => boolean = () => true,
    elsewhere: string | null = null,
  ): Promise<Collected> {
    const all = this.end();
    const shown = this.isBinary || fits(all.text) ? all : this.shorter(all.text.length, fits);
    const { bytes, lines, binary } = this.progress();
    const { omittedBytes, omittedLines } = shown;
    const truncated = omittedBytes > 0;
    const cleanedBytes = binary ? 0 : bytes - this.lines.bytes;
    const isRepaired = !binary && !this.isShownRaw && this.utf8.hasRepaired;
    // Where raw bytes are shown, bytes that leave no text count too: colours, and what was overwritten on a line.
    const isCutRaw = this.isShownRaw && cleanedBytes > 0 && bytes > this.caps.outputChars;
    const isKept = elsewhere === null && (truncated || isRepaired || isCutRaw);
    if (!isKept) await this.spill?.discard();
    const spill = isKept && this.spill !== null ? await this.spill.keep() : null;
    return {
      text: shown.text,
      facts: {
        bytes,
        lines,
        omittedBytes,
        omittedLines,
        ...(cleanedBytes === 0 ? {} : { cleanedBytes }),
        truncated,
        binary,
        spillPath: spill?.path ?? null,
        ...(spill === null || spill.path === null || spill.bytes === bytes
          ? {}
          : { spillBytes: spill.bytes }),
      },
      notices: omissionNotices({
        bytes,
        omittedBytes,
        omittedLines,
        cutAt: this.lines.cutAt,
        isBinary: binary,
        isTextButNuls: this.sniffer.isTextButNuls(),
        isRepaired,
        returns: this.returns(),
        isGapped: this.isGapped,
        isSpillHidden: this.isSpillHidden,
        spill,
        elsewhere,
      }),
    };
  }

  /** Drops everything, for callers that need no result; later pushes are dropped too. Never throws. */
  async discard(): Promise<void> {
    await this.spill?.discard();
  }

  private take(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const scan = scanBytes(bytes);
    this.bytes += bytes.length;
    this.newlines += scan.newlines;
    if (this.terminal === null) this.textNewlines += scan.newlines;
    this.lastByte = bytes[bytes.length - 1] ?? LF;
    this.spill?.push(bytes);
    if (!this.sniffer.isDone && this.sniffer.push(bytes)) this.isBinary = true;
    if (this.isBinary) return;
    const valid = this.utf8.push(bytes, scan.hasHigh);
    if (this.terminal !== null) this.takePrinted(this.terminal, valid);
    else if (scan.hasEscape || this.escapes.isOpen) this.lines.push(this.escapes.push(valid));
    else if (scan.hasControl) this.lines.push(valid);
    else this.lines.pushPlain(valid, valid === bytes ? scan : scanBytes(valid));
  }

  private takePrinted(terminal: TerminalText, valid: Uint8Array): void {
    terminal.push(this.escapes.push(valid));
    this.takeText(terminal.take());
  }

  private takeText(text: string): void {
    const bytes = encodeText(text);
    this.textNewlines += scanBytes(bytes).newlines;
    this.lines.push(bytes);
  }

  private excerpt(): Excerpt {
    const lines = this.terminal ?? this.lines;
    lines.push(this.escapes.push(this.utf8.end()));
    lines.push(this.escapes.end());
    if (this.terminal !== null) this.takeText(this.terminal.end());
    this.lines.end();
    return this.kept.finish(this.size());
  }

  /** Head and tail within `most` characters, less a tenth as often as needed. */
  private shorter(most: number, fits: (text: string) => boolean): Excerpt {
    for (let chars = Math.min(most, this.caps.outputChars); ; chars = Math.floor(chars * 0.9)) {
      const excerpt = this.kept.finishWithin(chars, this.size());
      if (chars < leastChars || fits(excerpt.text)) return excerpt;
    }
  }

  /** The clean text that was collected. */
  private size(): StreamSize {
    return { bytes: this.lines.bytes, newlines: this.textNewlines };
  }

  private returns(): ReturnCounts {
    const { returns: within, returnedLines } = this.lines;
    if (this.isShownRaw) return { within: 0, lines: 0, ofLines: 0 };
    return { within, lines: this.terminal === null ? returnedLines : 0, ofLines: this.newlines };
  }

  private nothing(): Excerpt {
    const { bytes, lines } = this.progress();
    return { text: binaryLine(bytes), omittedBytes: bytes, omittedLines: lines };
  }
}
