import { write } from 'node:fs';
import { RunningTime } from '../../core/async/running-time.ts';
import { sleep } from '../../core/async/sleep.ts';
import { errnoOf } from '../../core/failure.ts';
import { endsInLine } from '../../core/text/ends-in-line.ts';
import { encodeText } from '../../core/text/utf8.ts';
import { loadedLibc, loadLibc } from './libc.ts';
import { loadedNoWait } from './nowait.ts';
import { closedError, startedClosed } from './stdio.ts';

/** Queued bytes above which a writer asks its sources to wait. */
const pressureBytes = 1_048_576;
/** Milliseconds until a full non-blocking pipe is tried again. */
const retryMs = 2;
/** Most bytes joined into one write. */
const batchBytes = 262_144;
/** Milliseconds between checks for stalled readers. */
const stallCheckMs = 50;
/** Number of writes so far, of all writers. */
let writes = 0;

/** Error codes of a write that has no reader any more. */
const goneReader: ReadonlySet<string> = new Set(['EPIPE', 'ECONNRESET']);

/**
 * Writes to a descriptor in order, without blocking the thread and without the runtime's own streams: another program may
 * have left a pipe non-blocking, and a stalled reader must not stop the clock of a time limit.
 */
export class DescriptorWriter {
  readonly #descriptor: number;
  /** Whether the last write ended in the middle of a line. */
  isInLine = false;
  /** The number of the last write among those of all writers; 0 before any. */
  lastWrite = 0;
  /** Most bytes of a blocking write: it reports nothing until all are taken. */
  waitingBytes = batchBytes;
  readonly #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  /** Time since the last bytes were taken or became pending. */
  readonly #still = new RunningTime();
  #writing = false;
  #closed = false;
  #failure: unknown = null;
  #waiters: (() => void)[] = [];
  #onClosed: (() => void) | null = null;

  constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Whether the reader is gone, or a write failed; later writes are dropped. */
  get closed(): boolean {
    return this.#closed;
  }

  /** The system's error of a write that failed for another reason than a gone reader, such as a full disk; else null. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Milliseconds in which no pending bytes were taken, while this process ran; 0 if none are pending. */
  get stalledMs(): number {
    return this.#queuedBytes === 0 ? 0 : this.#still.read();
  }

  /** Checks, without writing, whether the reader is gone; has no effect before libc is loaded, or without it. */
  checkReader(): void {
    const libc = loadedLibc();
    if (libc === null) void loadLibc();
    else if (!this.#closed && libc.hasNoReader(this.#descriptor)) this.#close();
  }

  /** Drops all pending bytes and later writes. */
  abandon(): void {
    this.#close();
  }

  /** Calls `listener` once when the reader goes away or a write fails. */
  onClosed(listener: () => void): void {
    this.#onClosed = listener;
    if (this.#closed) listener();
  }

  /** Queues text or bytes; a returned promise asks the caller to wait before sending more. */
  write(data: string | Uint8Array): void | Promise<void> {
    if (this.#closed || data.length === 0) return;
    const bytes = typeof data === 'string' ? encodeText(data) : data;
    if (this.lastWrite === 0 && startedClosed(this.#descriptor)) {
      this.#failure = closedError();
      this.#close();
      return;
    }
    if (this.#queuedBytes === 0) this.#still.restart();
    this.isInLine = endsInLine(bytes, this.isInLine);
    writes += 1;
    this.lastWrite = writes;
    this.#queue.push(bytes);
    this.#queuedBytes += bytes.length;
    if (!this.#writing) {
      this.#writing = true;
      this.#writeNext();
    }
    if (this.#queuedBytes > pressureBytes) return this.#wait();
  }

  /** Resolves when everything queued so far is written or the reader is gone. */
  async flush(): Promise<void> {
    while (this.#queuedBytes > 0 && !this.#closed) await this.#wait();
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  #release(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  /** Takes the head of the queue, small pieces joined. */
  #take(): Uint8Array | null {
    const first = this.#queue.shift();
    if (first === undefined) return null;
    const parts = [first];
    let size = first.length;
    for (
      let next = this.#queue[0];
      next !== undefined && size + next.length <= batchBytes;
      next = this.#queue[0]
    ) {
      parts.push(next);
      size += next.length;
      this.#queue.shift();
    }
    return parts.length === 1 ? first : Buffer.concat(parts);
  }

  #writeNext(): void {
    for (let bytes = this.#take(); bytes !== null; bytes = this.#take()) {
      const written = loadedNoWait()?.write(this.#descriptor, bytes) ?? -1;
      if (written <= 0) {
        this.#writeLater(bytes);
        return;
      }
      this.#wrote(bytes, written);
    }
    this.#writing = false;
    this.#release();
  }

  #writeLater(bytes: Uint8Array): void {
    const length = Math.min(bytes.length, this.waitingBytes);
    write(this.#descriptor, bytes, 0, length, null, (error, written) => {
      if (error === null) {
        this.#wrote(bytes, written);
        this.#writeNext();
        return;
      }
      if (errnoOf(error) === 'EAGAIN') {
        this.#queue.unshift(bytes);
        setTimeout(() => this.#writeNext(), retryMs);
        return;
      }
      if (!goneReader.has(errnoOf(error) ?? '')) this.#failure = error;
      this.#close();
    });
  }

  #wrote(bytes: Uint8Array, written: number): void {
    this.#queuedBytes -= written;
    this.#still.restart();
    if (written < bytes.length) this.#queue.unshift(bytes.subarray(written));
    if (this.#queuedBytes <= pressureBytes) this.#release();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#writing = false;
    this.#queue.length = 0;
    this.#queuedBytes = 0;
    this.#release();
    this.#onClosed?.();
  }
}

/** Waits until everything is written, but not for readers that take nothing for `stallMs` (null: waits for those too). */
export async function flushAll(writers: readonly DescriptorWriter[], stallMs: number | null): Promise<void> {
  let isWritten = false;
  const written = Promise.all(writers.map((writer) => writer.flush())).then(() => {
    isWritten = true;
  });
  if (stallMs === null) return written;
  const stalledMs = () => Math.max(...writers.map((writer) => writer.stalledMs));
  while (!isWritten && stalledMs() < stallMs) await Promise.race([written, sleep(stallCheckMs)]);
}
