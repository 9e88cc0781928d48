import { CR, ESC, LF } from '../core/text/control-bytes.ts';
import { encodeText } from '../core/text/utf8.ts';
import { GrowBuffer } from './grow-buffer.ts';
import { ERASED_LINE, ERASED_REST } from './scan.ts';

/** Longest sequence in bytes; a longer one is shown as text. */
const longestSequence = 64 * 1024;
/** U+241B, shown for an escape that starts no sequence. */
const visibleEscape = encodeText('\u241b');
const BEL = 7;
const CAN = 24;
const SUB = 26;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;

/** Parameter and intermediate bytes of a CSI sequence. */
function isParameter(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x3f;
}

/** The byte that ends a CSI sequence. */
function isFinal(byte: number): boolean {
  return byte >= 0x40 && byte <= 0x7e;
}

/**
 * Returns the replacement for a CSI sequence, given its parameter bytes and final byte, or for another escape, given ESC and
 * its intermediate bytes as parameters: bytes that do not occur in UTF-8, with any behind them, or null for nothing.
 */
export type MarkOf = (parameters: Uint8Array, final: number) => Uint8Array | null;

const erasedRest = Uint8Array.of(ERASED_REST);
const erasedLine = Uint8Array.of(ERASED_LINE);
const carriageReturn = Uint8Array.of(CR);

/** Returns the marker bytes of `scan.ts` for sequences that erase a line or go back to its start. */
export function lineMark(parameters: Uint8Array, final: number): Uint8Array | null {
  const value = parameters.length === 0 ? 0x30 : parameters.length === 1 ? (parameters[0] ?? 0) : -1;
  // K and J erase: 0 what is behind the cursor, 1 and 2 what is before it and all. G puts the cursor into a column.
  if (final === 0x4b || final === 0x4a) {
    if (value === 0x30) return erasedRest;
    return value === 0x31 || value === 0x32 ? erasedLine : null;
  }
  return final === 0x47 && (value === 0x30 || value === 0x31) ? carriageReturn : null;
}

type State = 'text' | 'escape' | 'control' | 'string' | 'string-escape';

/**
 * Removes terminal control sequences (ECMA-48: CSI, OSC, DCS, APC, PM, SOS, two-byte escapes and those with intermediates)
 * from a stream. Nothing else is lost: a sequence that is unfinished, broken, cut by a newline or past 64 KiB is output as
 * text after U+241B. C1 bytes stay: in UTF-8 they are far more often broken text than controls.
 */
export class EscapeFilter {
  private state: State = 'text';
  /** The sequence so far, without its ESC. */
  private readonly held = new GrowBuffer();
  private readonly out = new GrowBuffer();
  private isOsc = false;
  private readonly markOf: MarkOf | null;

  /** With `markOf`, the input must be valid UTF-8. */
  constructor(markOf: MarkOf | null = null) {
    this.markOf = markOf;
  }

  /** Whether a sequence is unfinished, so that the next bytes must be pushed here. */
  get isOpen(): boolean {
    return this.state !== 'text';
  }

  /** A copy in the same state. */
  copy(): EscapeFilter {
    const copy = new EscapeFilter(this.markOf);
    copy.state = this.state;
    copy.isOsc = this.isOsc;
    copy.held.append(this.held.view());
    return copy;
  }

  /** `bytes` without sequences; valid until the next call. */
  push(bytes: Uint8Array): Uint8Array {
    const { out } = this;
    out.truncate(0);
    let index = 0;
    while (index < bytes.length) {
      if (this.state !== 'text') {
        this.step(bytes[index] ?? 0);
        index += 1;
        continue;
      }
      const from = index;
      while (index < bytes.length && bytes[index] !== ESC) index += 1;
      out.append(bytes, from, index);
      if (index < bytes.length) index = this.open(bytes, index);
    }
    return out.view();
  }

  /** The bytes of an unfinished sequence, as text. */
  end(): Uint8Array {
    this.out.truncate(0);
    while (this.isOpen) this.giveBack();
    return this.out.view();
  }

  /** Handles a complete CSI sequence at `at`, the commonest kind, in one go; starts any other. Returns the index to continue at. */
  private open(bytes: Uint8Array, at: number): number {
    if (bytes[at + 1] === ESC) {
      this.out.append(visibleEscape);
      return at + 1;
    }
    if (bytes[at + 1] === OPEN_BRACKET) {
      let index = at + 2;
      while (isParameter(bytes[index] ?? 0)) index += 1;
      if (isFinal(bytes[index] ?? 0) && index - at <= longestSequence) {
        if (this.markOf !== null) this.mark(bytes.subarray(at + 2, index), bytes[index] ?? 0);
        return index + 1;
      }
    }
    this.state = 'escape';
    return at + 1;
  }

  private mark(parameters: Uint8Array, final: number): void {
    const mark = this.markOf?.(parameters, final) ?? null;
    if (mark !== null) this.out.append(mark);
  }

  private step(byte: number): void {
    const next = this.held.length >= longestSequence ? null : this.follow(byte);
    if (next === 'text') {
      if (this.state === 'control') this.mark(this.held.view(1), byte);
      else if (this.state === 'escape') this.mark(Uint8Array.of(ESC, ...this.held.view()), byte);
      this.held.truncate(0);
      this.state = 'text';
    } else if (next !== null) {
      this.held.appendByte(byte);
      this.state = next;
    } else {
      this.giveBack();
      if (this.isOpen) this.step(byte);
      else if (byte === ESC) this.state = 'escape';
      else this.out.appendByte(byte);
    }
  }

  /** The state after `byte`; null if no sequence continues with it. */
  private follow(byte: number): State | null {
    switch (this.state) {
      case 'text':
      case 'escape':
        return this.introduce(byte);
      case 'control':
        if (isFinal(byte)) return 'text';
        return isParameter(byte) ? 'control' : null;
      case 'string':
        if (byte === ESC) return 'string-escape';
        if (byte === BEL && this.isOsc) return 'text';
        return byte === LF || byte === CAN || byte === SUB ? null : 'string';
      case 'string-escape':
        return byte === BACKSLASH ? 'text' : null;
    }
  }

  private introduce(byte: number): State | null {
    const isFirst = this.held.length === 0;
    if (isFirst && byte === OPEN_BRACKET) return 'control';
    if (isFirst && (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f)) {
      this.isOsc = byte === 0x5d;
      return 'string';
    }
    if (byte >= 0x20 && byte <= 0x2f) return 'escape';
    return byte >= 0x30 && byte <= 0x7e ? 'text' : null;
  }

  /** Turns the held sequence into text. An ESC that would have ended its string starts a new sequence. */
  private giveBack(): void {
    const isReopened = this.state === 'string-escape';
    this.out.append(visibleEscape);
    this.out.append(this.held.view(), 0, this.held.length - (isReopened ? 1 : 0));
    this.held.truncate(0);
    this.state = isReopened ? 'escape' : 'text';
  }
}
