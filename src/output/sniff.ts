import { isUtf8 } from 'node:buffer';
import { openCharacter } from '../core/text/utf8.ts';
import { GrowBuffer } from './grow-buffer.ts';

/** Bytes at the start of a stream that decide whether it is text. */
const sniffBytes = 8192;

/** Control bytes that text has: BEL, BS, TAB, LF, VT, FF, CR and ESC, as `file` counts them. */
function isOddControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && !(byte >= 7 && byte <= 13) && byte !== 27);
}

/**
 * Bytes of which one may be a NUL in what is text otherwise: none of `strict`; few of a `file`, where those that are hidden are to be
 * had again; lists of names between NULs too in a `log`, where they are not. A `terminal` ignores NULs.
 */
const bytesForNul = { strict: Number.POSITIVE_INFINITY, file: 512, log: 4, terminal: 0 } as const;

/**
 * Decides from the first 8 KiB of a stream whether it is binary: more than 30 % control bytes, or a NUL, unless they are few and all
 * else is UTF-8 without other control bytes. Where NULs count for nothing, 10 % control bytes among others that hold some, as
 * programs do, are enough.
 */
export class Sniffer {
  private seen = 0;
  private controls = 0;
  private nuls = 0;
  private readonly bytesForNul: number;
  /** What was seen, while it may have to be looked at again; null once it was. */
  private head: GrowBuffer | null = new GrowBuffer();
  private isUtf8 = true;

  constructor(kind: keyof typeof bytesForNul) {
    this.bytesForNul = bytesForNul[kind];
  }

  /** Takes the next bytes; true once the stream is known to be binary before its end. */
  push(bytes: Uint8Array): boolean {
    const count = Math.min(bytes.length, sniffBytes - this.seen);
    for (let index = 0; index < count; index += 1) {
      const byte = bytes[index] ?? 0;
      if (byte === 0) this.nuls += 1;
      else if (isOddControl(byte)) this.controls += 1;
    }
    this.head?.append(bytes, 0, count);
    this.seen += count;
    return this.isDecided || (this.seen === sniffBytes && this.isBinary());
  }

  /** Whether no further byte can change the answer. */
  get isDone(): boolean {
    return this.seen === sniffBytes || this.isDecided;
  }

  /** The answer for what was seen so far, taken as the whole stream. */
  isBinary(): boolean {
    if (this.nuls > 0 && this.bytesForNul > 0)
      return this.nuls * this.bytesForNul > this.seen || !this.isTextButNuls();
    const tenths = this.nuls > 0 ? 1 : 3;
    return this.controls * 10 > (this.seen - this.nuls) * tenths;
  }

  /** Whether NULs, of which there are some among more of other bytes, are all that makes it no text. */
  isTextButNuls(): boolean {
    const isSome = this.nuls > 0 && this.nuls * bytesForNul.log <= this.seen;
    return isSome && this.controls === 0 && this.isAllUtf8();
  }

  private isAllUtf8(): boolean {
    if (this.head === null) return this.isUtf8;
    const head = this.head.view();
    const isUtf = isUtf8(head.subarray(0, head.length - openCharacter(head)));
    if (this.seen === sniffBytes) {
      this.isUtf8 = isUtf;
      this.head = null;
    }
    return isUtf;
  }

  private get isDecided(): boolean {
    return this.nuls > 0 && this.bytesForNul === Number.POSITIVE_INFINITY;
  }
}
