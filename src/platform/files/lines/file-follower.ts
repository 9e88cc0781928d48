import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { statOrNull } from '../stats.ts';

const chunkBytes = 262_144;

/** Reads what is appended to a file, also after it was moved aside and started anew. */
export class FileFollower {
  readonly #path: string;
  #descriptor: number | null = null;
  #position = 0;

  /** Starts at `position` of the current file. */
  constructor(path: string, position: number) {
    this.#path = path;
    this.#open(position);
  }

  /** The bytes appended since the last call. */
  read(): Buffer {
    const parts = [this.#readRest()];
    if (this.#isReplaced()) {
      // Bytes appended between the last read and the move.
      parts.push(this.#readRest());
      this.close();
      this.#open(0);
      parts.push(this.#readRest());
    }
    return Buffer.concat(parts);
  }

  /** Continues at `position`; false if another file, or none, is at the path now: the position may belong to that. */
  startAt(position: number): boolean {
    this.#position = position;
    const now = statOrNull(this.#path);
    return this.#descriptor === null ? now === null : now?.ino === fstatSync(this.#descriptor).ino;
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }

  #open(position: number): void {
    this.#position = position;
    try {
      this.#descriptor = openSync(this.#path, constants.O_RDONLY | constants.O_NONBLOCK);
    } catch {
      // It does not exist yet; the next read tries again.
      this.#descriptor = null;
    }
  }

  #isReplaced(): boolean {
    if (this.#descriptor === null) return true;
    try {
      return statSync(this.#path).ino !== fstatSync(this.#descriptor).ino;
    } catch {
      return false;
    }
  }

  #readRest(): Buffer {
    const parts: Buffer[] = [];
    for (;;) {
      if (this.#descriptor === null) break;
      const chunk = Buffer.alloc(chunkBytes);
      const count = readSync(this.#descriptor, chunk, 0, chunk.length, this.#position);
      if (count === 0) break;
      this.#position += count;
      parts.push(chunk.subarray(0, count));
    }
    return Buffer.concat(parts);
  }
}
