import type { CursorPosition } from './screen.ts';
import type { TerminalReply } from './terminal-watch.ts';

/** Answers that wait at most; a program that asks more without reading loses the rest, as a terminal's input holds no more either. */
const mostWaiting = 4096;

/**
 * Answers what a program asks its terminal where no person's terminal does, in the order of its questions; the program would wait
 * otherwise. Where the cursor is takes time to find out, so what is asked meanwhile waits, and is told the same place.
 */
export class TerminalAnswers {
  readonly #findCursor: () => Promise<CursorPosition>;
  readonly #write: (bytes: Uint8Array) => void;
  #waiting: TerminalReply[] = [];
  #isLooking = false;

  /** `findCursor` may reject; the cursor is then said to be at the beginning. */
  constructor(findCursor: () => Promise<CursorPosition>, write: (bytes: Uint8Array) => void) {
    this.#findCursor = findCursor;
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
      let cursor: CursorPosition = { row: 1, column: 1 };
      if (replies.some((reply) => typeof reply !== 'string')) {
        this.#isLooking = true;
        cursor = await this.#findCursor().catch(() => cursor);
        this.#isLooking = false;
      }
      const place = `${cursor.row};${cursor.column}R`;
      const texts = replies.map((reply) => (typeof reply === 'string' ? reply : reply.cursorBehind + place));
      this.#write(Buffer.from(texts.join('')));
    }
  }
}
