/** Bytes that grow at the end; storage doubles, so appending costs the same whatever is held. */
export class GrowBuffer {
  length = 0;
  private storage: Uint8Array;

  constructor(capacity = 256) {
    this.storage = new Uint8Array(capacity);
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.storage.set(bytes, this.length);
    this.length += bytes.length;
  }

  appendByte(byte: number): void {
    this.reserve(1);
    this.storage[this.length] = byte;
    this.length += 1;
  }

  /** What is held; valid until the next change. */
  view(): Uint8Array {
    return this.storage.subarray(0, this.length);
  }

  /** Keeps the first `length` bytes. */
  truncate(length: number): void {
    this.length = Math.min(this.length, length);
  }

  private reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.storage.length) return;
    const larger = new Uint8Array(Math.max(needed, this.storage.length * 2));
    larger.set(this.view());
    this.storage = larger;
  }
}
