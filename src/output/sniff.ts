import { isUtf8 } from 'node:buffer';
import { openCharacter } from '../core/text/utf8.ts';
import { GrowBuffer } from './grow-buffer.ts';

/** Bytes at the start of a stream that are examined. */
const sniffBytes = 8192;

/** Whether a byte is a control byte that text does not have; as `file` counts, text may have BEL, BS, TAB, LF, VT, FF, CR and ESC. */
function isOddControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && !(byte >= 7 && byte <= 13) && byte !== 27);
}

/**
 * Bytes per NUL that is tolerated in text: none in `strict`; few in a `file`, whose hidden content can be fetched again;
 * lists of NUL-separated names too in a `log`, whose content cannot. A `terminal` ignores NULs.
 */
const bytesForNul = { strict: Number.POSITIVE_INFINITY, file: 512, log: 4, terminal: 0 } as const;

/**
 * Decides from the first 8 KiB of a stream whether it is binary: more than 30 % control bytes, or a NUL, unless NULs are few
 * and all else is UTF-8 without other control bytes. Where NULs are ignored, 10 % control bytes are enough if there are NULs
 * too, as in programs.
 */
export class Sniffer {
  private seen = 0;
  private controls = 0;
  private nuls = 0;
  private readonly bytesForNul: number;
  /** The bytes seen, while they may be examined again; null afterwards. */
  private head: GrowBuffer | null = new GrowBuffer();
  private isUtf8 = true;

  constructor(kind: keyof typeof bytesForNul) {
    this.bytesForNul = bytesForNul[kind];
  }

  /** Takes the next bytes; true once the stream is known to be binary. */
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

  /** Whether the bytes seen so far, taken as the whole stream, are binary. */
  isBinary(): boolean {
    if (this.nuls > 0 && this.bytesForNul > 0)
      return this.nuls * this.bytesForNul > this.seen || !this.isTextButNuls();
    const tenths = this.nuls > 0 ? 1 : 3;
    return this.controls * 10 > (this.seen - this.nuls) * tenths;
  }

  /** Whether it would be text but for some NULs among more of other bytes. */
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
