const firstSize = 16 * 1024;

/** Holds the last `capacity` bytes of a stream. Storage grows only as needed, up to the capacity; each byte is copied once when pushed. */
export class Ring {
  /** Whether pushed bytes were dropped. */
  dropped = false;
  private readonly capacity: number;
  private storage: Uint8Array = new Uint8Array(0);
  private start = 0;
  private length = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.length > this.capacity ? bytes.subarray(bytes.length - this.capacity) : bytes;
    if (kept.length < bytes.length) this.dropped = true;
    this.reserve(Math.min(this.capacity, this.length + kept.length));
    const size = this.storage.length;
    if (size === 0) return;
    const at = (this.start + this.length) % size;
    const fit = Math.min(kept.length, size - at);
    this.storage.set(fit === kept.length ? kept : kept.subarray(0, fit), at);
    if (fit < kept.length) this.storage.set(kept.subarray(fit), 0);
    const excess = Math.max(0, this.length + kept.length - size);
    if (excess > 0) this.dropped = true;
    this.start = (this.start + excess) % size;
    this.length += kept.length - excess;
  }

  /** Drops everything held. */
  clear(): void {
    this.dropped = true;
    this.length = 0;
  }

  /** A copy of the held bytes, in order. */
  contents(): Uint8Array {
    const result = new Uint8Array(this.length);
    const fit = Math.min(this.length, this.storage.length - this.start);
    result.set(this.storage.subarray(this.start, this.start + fit));
    result.set(this.storage.subarray(0, this.length - fit), fit);
    return result;
  }

  private reserve(needed: number): void {
    if (needed <= this.storage.length) return;
    const larger = new Uint8Array(
      Math.min(this.capacity, Math.max(needed, this.storage.length * 2, firstSize)),
    );
    larger.set(this.contents());
    this.storage = larger;
    this.start = 0;
  }
}
