import type { CursorPosition } from './screen.ts';
import type { TerminalReply } from './terminal-watch.ts';

/** Most pending answers; a program that asks more without reading loses the rest, as a terminal's input is limited too. */
const mostWaiting = 4096;

/**
 * Answers a program's terminal queries in order while no person's terminal does; the program would hang otherwise. Finding
 * the cursor takes time, so queries made meanwhile wait and get the same position.
 */
export class TerminalAnswers {
  readonly #findCursor: () => Promise<CursorPosition>;
  readonly #write: (bytes: Uint8Array) => void;
  #waiting: TerminalReply[] = [];
  #isLooking = false;

  /** If `findCursor` rejects, the cursor is reported at 1;1. */
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
