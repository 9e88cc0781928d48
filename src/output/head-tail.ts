import { LF } from '../core/text/control-bytes.ts';
import { countChars, encodeText } from '../core/text/utf8.ts';
import { endOfMarker, piecesOf, renderKept, type Shown } from './cut-marker.ts';
import { HeadLimit, halves, headEnd, linesBetween } from './edges.ts';
import { GrowBuffer } from './grow-buffer.ts';
import { omissionLine } from './notices.ts';
import { scanBytes } from './scan.ts';
import { Tail } from './tail.ts';

export interface ShownCaps {
  readonly outputChars: number;
  readonly outputLines: number;
}

export interface Excerpt {
  readonly text: string;
  /** Bytes of the stream that are not in `text`, including those of cut lines. */
  readonly omittedBytes: number;
  /** Lines of which no part is in `text`. */
  readonly omittedLines: number;
}

/** Size of a stream of clean text. */
export interface StreamSize {
  readonly bytes: number;
  readonly newlines: number;
}

/** A function that gives the beginning and the end of a text by the caps it is called with, or all of it. */
export function excerptsOf(text: string): (caps: ShownCaps) => Excerpt {
  const bytes = encodeText(text);
  const stream = { bytes: bytes.length, newlines: scanBytes(bytes).newlines };
  return (caps) => {
    const kept = new HeadTail(caps);
    kept.write(bytes, false);
    return kept.finish(stream);
  };
}

/** Keeps the beginning and the end of clean text, and everything when it fits the caps. */
export class HeadTail {
  private readonly caps: ShownCaps;
  private readonly limit: HeadLimit;
  private readonly head = new GrowBuffer();
  private tail: Tail | null = null;
  private lastByte = LF;
  /** Whether something between head and tail was never given to this one. */
  private isGapped = false;

  constructor(caps: ShownCaps) {
    this.caps = caps;
    this.limit = new HeadLimit(halves(caps.outputChars).head, halves(caps.outputLines).head);
  }

  /** Takes whole characters of valid UTF-8; `isAscii` if they are known to be one byte each. */
  write(bytes: Uint8Array, isAscii: boolean): void {
    if (bytes.length === 0) return;
    this.lastByte = bytes[bytes.length - 1] ?? LF;
    const taken = this.limit.take(bytes);
    if (taken > 0) this.head.append(taken === bytes.length ? bytes : bytes.subarray(0, taken));
    if (taken < bytes.length) this.rest().push(taken === 0 ? bytes : bytes.subarray(taken), isAscii);
  }

  /** Takes the marker of a cut line, which is never split. */
  mark(marker: Uint8Array): void {
    this.limit.fits(countChars(marker));
    this.write(marker, false);
  }

  /** The text to show for a stream of this size. */
  finish(stream: StreamSize): Excerpt {
    if (this.showsAll(stream)) return this.everything(stream.bytes);
    const head = renderKept(this.shownHead());
    const tail = renderKept(this.shownTail());
    const between = {
      bytes: stream.bytes - head.bytes - head.cutBytes - tail.bytes - tail.cutBytes,
      lines: linesBetween(
        { newlines: stream.newlines, isPartial: this.isPartial },
        lineCount(head),
        lineCount(tail),
      ),
    };
    const gap = head.text === '' || head.text.endsWith('\n') ? '' : '\n';
    return {
      text: `${head.text}${gap}${omissionLine(between.bytes, between.lines)}\n${tail.text}`,
      omittedBytes: stream.bytes - head.bytes - tail.bytes,
      omittedLines: between.lines,
    };
  }

  /** The text to show for the same stream within fewer characters than the caps allow. */
  finishWithin(outputChars: number, stream: StreamSize): Excerpt {
    const narrow = new HeadTail({ ...this.caps, outputChars });
    if (this.showsAll(stream)) {
      narrow.copy(this.head.view());
      narrow.copy(this.tail?.contents() ?? new Uint8Array(0));
    } else {
      narrow.copy(this.shownHead());
      narrow.limit.isOpen = false;
      narrow.isGapped = true;
      narrow.copy(this.shownTail());
    }
    narrow.lastByte = this.lastByte;
    return narrow.finish(stream);
  }

  private get isPartial(): boolean {
    return this.lastByte !== LF;
  }

  private showsAll({ newlines }: StreamSize): boolean {
    const isHeld = !this.isGapped && (this.tail === null || this.tail.isWhole);
    return isHeld && newlines + (this.isPartial ? 1 : 0) <= this.caps.outputLines;
  }

  /** Takes what another one kept. */
  private copy(kept: Uint8Array): void {
    for (const { bytes, isMarker } of piecesOf(kept)) {
      if (isMarker) this.mark(bytes);
      else this.write(bytes, false);
    }
  }

  private everything(bytes: number): Excerpt {
    const head = renderKept(this.head.view());
    const tail = renderKept(this.tail?.contents() ?? new Uint8Array(0));
    return { text: head.text + tail.text, omittedBytes: bytes - head.bytes - tail.bytes, omittedLines: 0 };
  }

  private shownHead(): Uint8Array {
    const kept = this.head.view();
    return kept.subarray(0, headEnd(kept, halves(this.caps.outputChars).head));
  }

  private shownTail(): Uint8Array {
    const shown = this.rest().shown();
    return shown.subarray(endOfMarker(shown));
  }

  private rest(): Tail {
    this.tail ??= new Tail({
      room: this.caps.outputChars - this.limit.chars,
      chars: halves(this.caps.outputChars).tail,
      lines: halves(this.caps.outputLines).tail,
    });
    return this.tail;
  }
}

function lineCount(shown: Shown): { readonly newlines: number; readonly isPartial: boolean } {
  return { newlines: shown.newlines, isPartial: shown.text !== '' && !shown.text.endsWith('\n') };
}
