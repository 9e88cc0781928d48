import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { errnoOf } from '../../core/failure.ts';
import { placeOfOpen } from '../files/stats.ts';
import type { ChildWriter } from './child.ts';

/** Most bytes pending for a program that does not read. */
export const inputLimit = 1_048_576;
/** Milliseconds until a full pipe is tried again, at first and at most. */
const firstRetryMs = 1;
const longestRetryMs = 50;

/**
 * Writes to a program's standard input without ever blocking: a pipe takes 64 KiB, a bounded queue what follows, and more is
 * refused, because a program that does not read would otherwise fill the memory.
 */
export class PipeWriter implements ChildWriter {
  readonly identity: string | null;
  #descriptor: number | null;
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  #isEnding = false;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #retryMs = firstRetryMs;

  /** Takes over the write end of a pipe. */
  constructor(descriptor: number) {
    this.identity = placeOfOpen(descriptor);
    this.#descriptor = reopenNonBlocking(descriptor);
  }

  get queued(): number {
    return this.#queued;
  }

  get isOpen(): boolean {
    return this.#descriptor !== null && !this.#isEnding;
  }

  write(bytes: Uint8Array): boolean {
    if (this.#queued + bytes.length > inputLimit) return false;
    this.#queue.push(bytes);
    this.#queued += bytes.length;
    if (this.#retry === null) this.#flush();
    return true;
  }

  end(): void {
    this.#isEnding = true;
    if (this.#retry === null) this.#flush();
  }

  close(): void {
    if (this.#retry !== null) clearTimeout(this.#retry);
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
    this.#queue.length = 0;
    this.#queued = 0;
  }

  #flush(): void {
    this.#retry = null;
    for (let first = this.#queue[0]; first !== undefined; first = this.#queue[0]) {
      const written = this.#writeSome(first);
      if (written === null) return;
      this.#queued -= written;
      if (written === first.length) this.#queue.shift();
      else this.#queue[0] = first.subarray(written);
    }
    if (this.#isEnding) this.close();
  }

  /** Number of bytes that the pipe took; null if it takes none now, or has no reader any more. */
  #writeSome(bytes: Uint8Array): number | null {
    if (this.#descriptor === null) return null;
    try {
      const written = writeSync(this.#descriptor, bytes);
      this.#retryMs = firstRetryMs;
      return written;
    } catch (error) {
      if (errnoOf(error) !== 'EAGAIN') this.close();
      else {
        this.#retry = setTimeout(() => this.#flush(), this.#retryMs);
        this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
      }
      return null;
    }
  }
}

/** Reopens the pipe as non-blocking; the flag on our own descriptor would affect the other end too. */
function reopenNonBlocking(descriptor: number): number {
  const flags = constants.O_WRONLY | constants.O_NONBLOCK;
  try {
    return openSync(`/proc/self/fd/${descriptor}`, flags);
  } finally {
    closeSync(descriptor);
  }
}
