/** Bytes at the start of a stream that decide whether it is text. */
const sniffBytes = 8192;

/** Control bytes that text has: BEL, BS, TAB, LF, VT, FF, CR and ESC, as `file` counts them. */
function isOddControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && !(byte >= 7 && byte <= 13) && byte !== 27);
}

/**
 * Decides from the first 8 KiB of a stream whether it is binary: a NUL, or more than 30 % control bytes. A terminal ignores NULs, so
 * with `ignoresNul` they count for nothing; among others that hold some, as programs do, 10 % control bytes are enough.
 */
export class Sniffer {
  private seen = 0;
  private controls = 0;
  private nuls = 0;
  private readonly ignoresNul: boolean;

  constructor({ ignoresNul }: { readonly ignoresNul: boolean } = { ignoresNul: false }) {
    this.ignoresNul = ignoresNul;
  }

  /** Takes the next bytes; true once the stream is known to be binary before its end. */
  push(bytes: Uint8Array): boolean {
    const count = Math.min(bytes.length, sniffBytes - this.seen);
    for (let index = 0; index < count; index += 1) {
      const byte = bytes[index] ?? 0;
      if (byte === 0) this.nuls += 1;
      else if (isOddControl(byte)) this.controls += 1;
    }
    this.seen += count;
    return this.isDecided || (this.seen === sniffBytes && this.isBinary());
  }

  /** Whether no further byte can change the answer. */
  get isDone(): boolean {
    return this.seen === sniffBytes || this.isDecided;
  }

  /** The answer for what was seen so far, taken as the whole stream. */
  isBinary(): boolean {
    const tenths = this.nuls > 0 ? 1 : 3;
    return this.isDecided || this.controls * 10 > (this.seen - this.nuls) * tenths;
  }

  private get isDecided(): boolean {
    return this.nuls > 0 && !this.ignoresNul;
  }
}
