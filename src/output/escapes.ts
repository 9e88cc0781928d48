import { GrowBuffer } from './grow-buffer.ts';
import { ESC, LF } from './scan.ts';
import { encodeText } from './utf8.ts';

/** A sequence longer than this was never one: what it held back is text again. */
const longestSequence = 64 * 1024;
/** U+241B, the visible sign of an escape that begins nothing. */
const visibleEscape = encodeText('\u241b');
const BEL = 7;
const CAN = 24;
const SUB = 26;
const BACKSLASH = 0x5c;

type State = 'text' | 'escape' | 'control' | 'string' | 'string-escape';

/**
 * Removes terminal control sequences (ECMA-48: CSI, OSC, DCS, APC, PM, SOS, escapes of two bytes and with intermediates)
 * from a stream. Nothing else is lost: an unfinished or broken sequence, one cut by a newline, and one past 64 KiB come
 * out as text behind U+241B. C1 bytes stay: in UTF-8 they are far more often broken text than controls.
 */
export class EscapeFilter {
  private state: State = 'text';
  /** The sequence so far, without its ESC. */
  private readonly held = new GrowBuffer();
  private isOsc = false;

  /** Whether a sequence is open, so that the next bytes must pass through here. */
  get isOpen(): boolean {
    return this.state !== 'text';
  }

  /** `bytes` without sequences, in a buffer of its own. */
  push(bytes: Uint8Array): Uint8Array {
    const out = new GrowBuffer(bytes.length + this.held.length + 64);
    let index = 0;
    while (index < bytes.length) {
      if (this.state === 'text') {
        const found = bytes.indexOf(ESC, index);
        const end = found === -1 ? bytes.length : found;
        if (end > index) out.append(bytes.subarray(index, end));
        if (found !== -1) this.state = 'escape';
        index = end + 1;
      } else {
        this.step(bytes[index] ?? 0, out);
        index += 1;
      }
    }
    return out.view();
  }

  /** What an unfinished sequence held back, as text. */
  end(): Uint8Array {
    const out = new GrowBuffer();
    while (this.isOpen) this.giveBack(out);
    return out.view();
  }

  private step(byte: number, out: GrowBuffer): void {
    const next = this.held.length >= longestSequence ? null : this.follow(byte);
    if (next === 'text') {
      this.held.truncate(0);
      this.state = 'text';
    } else if (next !== null) {
      this.held.appendByte(byte);
      this.state = next;
    } else {
      this.giveBack(out);
      if (this.isOpen) this.step(byte, out);
      else if (byte === ESC) this.state = 'escape';
      else out.appendByte(byte);
    }
  }

  /** The state after `byte`; null when no sequence goes on like this. */
  private follow(byte: number): State | null {
    switch (this.state) {
      case 'text':
      case 'escape':
        return this.introduce(byte);
      case 'control':
        if (byte >= 0x40 && byte <= 0x7e) return 'text';
        return byte >= 0x20 && byte <= 0x3f ? 'control' : null;
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
    if (isFirst && byte === 0x5b) return 'control';
    if (isFirst && (byte === 0x5d || byte === 0x50 || byte === 0x58 || byte === 0x5e || byte === 0x5f)) {
      this.isOsc = byte === 0x5d;
      return 'string';
    }
    if (byte >= 0x20 && byte <= 0x2f) return 'escape';
    return byte >= 0x30 && byte <= 0x7e ? 'text' : null;
  }

  /** Makes the held sequence text. An ESC that would have ended its string begins a sequence of its own. */
  private giveBack(out: GrowBuffer): void {
    const isReopened = this.state === 'string-escape';
    out.append(visibleEscape);
    out.append(this.held.view().subarray(0, this.held.length - (isReopened ? 1 : 0)));
    this.held.truncate(0);
    this.state = isReopened ? 'escape' : 'text';
  }
}
