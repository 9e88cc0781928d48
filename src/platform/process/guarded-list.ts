import { writeSync } from 'node:fs';
import type { Libc } from '../system/libc.ts';

/** Bytes of a line of the list: an @, a pid of up to 10 digits, a colon, a UUID of 36, blanks, a line feed. */
const lineBytes = 64;

/**
 * The list of what a guardian must end, one entry a line, in shared memory that it reads once its owner is gone. Writing
 * there never blocks or wakes anything; a pipe to a stopped guardian would fill up one day, and block every call.
 */
export class GuardedList {
  readonly #lines = new Map<string, number>();
  readonly #free: number[] = [];
  #descriptor: number | null = null;

  get size(): number {
    return this.#lines.size;
  }

  add(entry: string): void {
    if (this.#lines.has(entry)) return;
    const line = this.#free.pop() ?? this.#lines.size;
    this.#lines.set(entry, line);
    this.#write(line, entry);
  }

  delete(entry: string): void {
    const line = this.#lines.get(entry);
    if (line === undefined) return;
    this.#lines.delete(entry);
    this.#free.push(line);
    this.#write(line, '');
  }

  /** The descriptor to pass on, with all entries in it; null if the system has no such memory to give. */
  open(libc: Libc): number | null {
    if (this.#descriptor !== null) return this.#descriptor;
    this.#descriptor = libc.sharedMemory('guarded');
    for (const [entry, line] of this.#lines) this.#write(line, entry);
    return this.#descriptor;
  }

  /** Writes at an explicit position: the offset is shared with the guardian, which reads from the start. */
  #write(line: number, text: string): void {
    if (this.#descriptor === null) return;
    try {
      writeSync(this.#descriptor, `${text.padEnd(lineBytes - 1)}\n`, line * lineBytes);
    } catch {
      // No memory for another page: the run continues unguarded, as where there is no guardian.
    }
  }
}
