import type { CursorPosition } from './screen.ts';
import type { TerminalReply } from './terminal-watch.ts';

/** Most pending answers; a program that asks more without reading loses the rest, as a terminal's input is limited too. */
const mostWaiting = 4096;

/**
 * Finds the cursor as the output up to each of these offsets leaves it; the offsets are ascending. What a program prints behind
 * its query is no part of the answer: it asks how far a character went, or how far the corner is, and goes back at once.
 */
type FindCursors = (offsets: readonly number[]) => Promise<readonly CursorPosition[]>;

/**
 * Answers a program's terminal queries in order while no person's terminal does; the program would hang otherwise. Finding
 * the cursor takes time, so queries made meanwhile wait.
 */
export class TerminalAnswers {
  readonly #findCursors: FindCursors;
  readonly #write: (bytes: Uint8Array) => void;
  #waiting: TerminalReply[] = [];
  #isLooking = false;

  /** If `findCursors` rejects, the cursor is reported at 1;1. */
  constructor(findCursors: FindCursors, write: (bytes: Uint8Array) => void) {
    this.#findCursors = findCursors;
    this.#write = write;
  }

  give(replies: readonly TerminalReply[]): void {
    for (const reply of replies.slice(0, mostWaiting - this.#waiting.length)) this.#waiting.push(reply);
    if (!this.#isLooking) void this.#answer();
  }

  async #answer(): Promise<void> {
    while (this.#waiting.length > 0) {
      const replies = this.#waiting;
      this.#waiting = [];
      const offsets = replies.flatMap((reply) => (typeof reply === 'string' ? [] : [reply.at]));
      let cursors: readonly CursorPosition[] = [];
      if (offsets.length > 0) {
        this.#isLooking = true;
        cursors = await this.#findCursors(offsets).catch(() => []);
        this.#isLooking = false;
      }
      const found = cursors.values();
      const texts = replies.map((reply) => {
        if (typeof reply === 'string') return reply;
        const { row, column } = found.next().value ?? { row: 1, column: 1 };
        return `${reply.cursorBehind}${row};${column}R`;
      });
      this.#write(Buffer.from(texts.join('')));
    }
  }
}
