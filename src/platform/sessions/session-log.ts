import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, messageOf } from '../../core/failure.ts';
import { countNewlines } from '../../core/text/count-newlines.ts';
import { unlinkQuietly } from '../files/unlink-quietly.ts';
import { extentName } from './session-log-files.ts';

/** Files of the tail; the oldest is removed as a whole when the cap is reached. */
const tailFiles = 8;
/** Most files of the head, and of the tail: truncation by others, and disks that fill up again and again, make many small ones. */
const mostFiles = 64;
/** Milliseconds until a disk that took nothing is tried again. */
const retryMs = 1000;

interface OpenExtent {
  readonly path: string;
  readonly descriptor: number;
  /** Most bytes of the file. */
  readonly limit: number;
  bytes: number;
}

/** Splits a cap: a quarter for the head, the rest for the tail's files. */
export function shareCap(capBytes: number): { readonly head: number; readonly file: number } {
  const head = Math.floor(capBytes / 4);
  return { head, file: Math.floor((capBytes - head) / tailFiles) };
}

/**
 * The raw output of one session on disk, at most `capBytes` of it: the head stays, the tail moves on, the middle is dropped.
 * Each file is named by its absolute offset, so gaps are known to the byte without an index, even after a crash; bytes that a
 * full disk does not take are one more gap. Writes are synchronous: a terminal cannot be paused, and the time of a write is
 * the only back-pressure.
 */
export class SessionLog {
  /** Bytes since the start, stored or not. */
  total = 0;
  /** Newlines since the start, stored or not. */
  newlines = 0;
  /** Why the disk takes no bytes now, or null. */
  problem: string | null = null;
  /** Why some bytes are not stored, however long ago, or null. */
  lossReason: string | null = null;
  readonly #folder: string;
  readonly #headLimit: number;
  readonly #fileLimit: number;
  /** Files after the head, the current one included, oldest first. */
  readonly #tail: OpenExtent[] = [];
  #current: OpenExtent | null = null;
  #headFiles = 0;
  #retryAt = 0;

  constructor(folder: string, capBytes: number) {
    this.#folder = folder;
    const { head, file } = shareCap(capBytes);
    this.#headLimit = head;
    this.#fileLimit = file;
  }

  /** Stores what the disk takes and counts everything. Never throws. */
  append(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const stored = this.#store(bytes.subarray(done));
      const part = bytes.subarray(done, stored === 0 ? bytes.length : done + stored);
      this.total += part.length;
      this.newlines += countNewlines(part);
      done += part.length;
    }
  }

  close(): void {
    if (this.#current !== null) closeSync(this.#current.descriptor);
    this.#current = null;
  }

  /** Stores the first of these bytes and returns how many; 0 if the disk takes none. */
  #store(bytes: Uint8Array): number {
    if (this.problem !== null && performance.now() < this.#retryAt) return 0;
    try {
      const extent = this.#extent();
      const written = writeSync(
        extent.descriptor,
        bytes,
        0,
        Math.min(bytes.length, extent.limit - extent.bytes),
      );
      extent.bytes += written;
      this.problem = null;
      return written;
    } catch (error) {
      this.problem = errnoOf(error) ?? messageOf(error);
      this.lossReason = this.problem;
      this.#retryAt = performance.now() + retryMs;
      this.#giveUp();
      return 0;
    }
  }

  /** The file for the next byte. */
  #extent(): OpenExtent {
    if (this.#current !== null && isUntouched(this.#current)) {
      if (this.#current.bytes < this.#current.limit) return this.#current;
    } else if (this.#current !== null) this.lossReason = touched;
    this.close();
    const isHead = this.total < this.#headLimit && this.#headFiles < mostFiles;
    if (!isHead) this.#makeRoom();
    const path = join(this.#folder, extentName(this.total, this.newlines));
    const descriptor = openSync(path, 'wx', 0o600);
    const limit = isHead ? this.#headLimit - this.total : this.#fileLimit;
    this.#current = { path, descriptor, limit, bytes: 0 };
    if (isHead) this.#headFiles += 1;
    else this.#tail.push(this.#current);
    return this.#current;
  }

  /** Removes the oldest files of the tail until a whole new one fits. */
  #makeRoom(): void {
    let held = this.#tail.reduce((sum, { bytes }) => sum + bytes, 0);
    for (let oldest = this.#tail[0]; oldest !== undefined; oldest = this.#tail[0]) {
      const isRoom = held + this.#fileLimit <= this.#fileLimit * tailFiles;
      if (isRoom && this.#tail.length < mostFiles) return;
      held -= oldest.bytes;
      unlinkQuietly(oldest.path);
      this.#tail.shift();
    }
  }

  /** Ends the current file; an empty one is removed. */
  #giveUp(): void {
    const extent = this.#current;
    this.close();
    if (extent === null || extent.bytes > 0) return;
    unlinkQuietly(extent.path);
    if (this.#tail.at(-1) === extent) this.#tail.pop();
  }
}

/** Why bytes that the disk took are missing. */
const touched = 'a file of it was cut or removed';

/**
 * Whether a file still has what was written to it. In a file truncated by others, later bytes would follow a hole, which
 * reads as NUL bytes; in a removed one, they would be lost.
 */
function isUntouched({ descriptor, bytes }: OpenExtent): boolean {
  const { size, nlink } = fstatSync(descriptor);
  return size === bytes && nlink > 0;
}
