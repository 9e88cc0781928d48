import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { statOrNull } from '../stats.ts';

const chunkBytes = 262_144;

/** Reads what is appended to a file, also after it was moved aside and begun anew. */
export class FileFollower {
  readonly #path: string;
  #descriptor: number | null = null;
  #position = 0;

  /** Begins at `position` of the file as it is now. */
  constructor(path: string, position: number) {
    this.#path = path;
    this.#open(position);
  }

  /** What was appended since the last time. */
  read(): Buffer {
    const parts = [this.#readRest()];
    if (this.#isReplaced()) {
      // What was appended between the last look and the move.
      parts.push(this.#readRest());
      this.close();
      this.#open(0);
      parts.push(this.#readRest());
    }
    return Buffer.concat(parts);
  }

  /** Goes on at `position`; false where another file, or none, stands at the path by now: the position may be of that. */
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
      // It is not there yet; the next read looks again.
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
