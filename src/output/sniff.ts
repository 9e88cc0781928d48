/** Bytes at the start of a stream that decide whether it is text. */
const sniffBytes = 8192;

/** Control bytes that text has: BEL, BS, TAB, LF, VT, FF, CR and ESC, as `file` counts them. */
function isOddControl(byte: number): boolean {
  return byte === 0x7f || (byte < 0x20 && !(byte >= 7 && byte <= 13) && byte !== 27);
}

/** Decides from the first 8 KiB of a stream whether it is binary: a NUL, or more than 30 % control bytes. */
export class Sniffer {
  private seen = 0;
  private controls = 0;
  private hasNul = false;

  /** Takes the next bytes; true once the stream is known to be binary before its end. */
  push(bytes: Uint8Array): boolean {
    const count = Math.min(bytes.length, sniffBytes - this.seen);
    for (let index = 0; index < count; index += 1) {
      const byte = bytes[index] ?? 0;
      if (byte === 0) this.hasNul = true;
      if (isOddControl(byte)) this.controls += 1;
    }
    this.seen += count;
    return this.hasNul || (this.seen === sniffBytes && this.isBinary());
  }

  /** Whether no further byte can change the answer. */
  get isDone(): boolean {
    return this.seen === sniffBytes || this.hasNul;
  }

  /** The answer for what was seen so far, taken as the whole stream. */
  isBinary(): boolean {
    return this.hasNul || this.controls * 10 > this.seen * 3;
  }
}
