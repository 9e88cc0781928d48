/** Runs shorter than this many bytes are copied one by one: a view for `set` would cost more than the copy. */
const shortRun = 64;

/** A growable byte buffer; its storage doubles, so appending has constant amortized cost. */
export class GrowBuffer {
  length = 0;
  private storage: Uint8Array;

  constructor(capacity = 256) {
    this.storage = new Uint8Array(capacity);
  }

  /** Appends `bytes` from `from` up to `to`. */
  append(bytes: Uint8Array, from = 0, to = bytes.length): void {
    const count = to - from;
    this.reserve(count);
    if (count >= shortRun) this.storage.set(bytes.subarray(from, to), this.length);
    else {
      const { storage, length } = this;
      for (let index = 0; index < count; index += 1) storage[length + index] = bytes[from + index] ?? 0;
    }
    this.length += count;
  }

  appendByte(byte: number): void {
    this.reserve(1);
    this.storage[this.length] = byte;
    this.length += 1;
  }

  /** The bytes from `from` on; valid until the next change. */
  view(from = 0): Uint8Array {
    return this.storage.subarray(from, this.length);
  }

  /** Keeps the first `length` bytes. */
  truncate(length: number): void {
    this.length = Math.min(this.length, length);
  }

  /** Drops the first `count` bytes. */
  shift(count: number): void {
    this.storage.copyWithin(0, count, this.length);
    this.length -= count;
  }

  private reserve(extra: number): void {
    const needed = this.length + extra;
    if (needed <= this.storage.length) return;
    const larger = new Uint8Array(Math.max(needed, this.storage.length * 2));
    larger.set(this.view());
    this.storage = larger;
  }
}
