import { writeSync } from 'node:fs';
import type { Libc } from '../system/libc.ts';

/** Bytes of a line of the list: an @, a pid of up to 10 digits, a colon, a UUID of 36, blanks, a line feed. */
const lineBytes = 64;

/**
 * What a guardian has to end, a line an entry, in memory that both share and that it reads once its owner is gone. To write there
 * wakes nobody and never waits; a pipe to the guardian is full some day when that is stopped, and every call would wait for it.
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

  /** The descriptor to hand on, with all entries in it; null where the system has no such memory to give. */
  open(libc: Libc): number | null {
    if (this.#descriptor !== null) return this.#descriptor;
    this.#descriptor = libc.sharedMemory('guarded');
    for (const [entry, line] of this.#lines) this.#write(line, entry);
    return this.#descriptor;
  }

  /** Always at a position: the offset is shared with the guardian, which reads from the start. */
  #write(line: number, text: string): void {
    if (this.#descriptor === null) return;
    try {
      writeSync(this.#descriptor, `${text.padEnd(lineBytes - 1)}\n`, line * lineBytes);
    } catch {
      // No memory for one more page: the run goes on without its guardian, as where there is none.
    }
  }
}
