import { LF } from '../../core/text/control-bytes.ts';
import type { Taker } from '../../sessions/output/follow.ts';
import { droppedLine } from '../../sessions/output/page.ts';
import type { Receive } from './execute.ts';

/** Takes the output of a session for a call that waits for it; a line stands for what was dropped at one place. */
export class LogTaker implements Taker {
  /** Bytes dropped so far. */
  lostBytes = 0;
  /** Whether the output so far ends within a line. */
  isInLine = false;
  readonly #receive: Receive;
  /** Bytes dropped since the last that were taken: more may follow, as a log that could not be written takes no more. */
  #gap = 0;

  constructor(receive: Receive) {
    this.#receive = receive;
  }

  async onBytes(bytes: Uint8Array): Promise<void> {
    await this.end();
    this.isInLine = bytes.at(-1) !== LF;
    await this.#receive('stdout', bytes);
  }

  onDropped(bytes: number): void {
    this.lostBytes += bytes;
    this.#gap += bytes;
  }

  /** Hands on the line for what was dropped last; for the end of the output too. */
  async end(): Promise<void> {
    if (this.#gap === 0) return;
    // The texts before and after the gap are not one line of the command.
    const line = `${this.isInLine ? '\n' : ''}${droppedLine(this.#gap)}\n`;
    this.#gap = 0;
    this.isInLine = false;
    await this.#receive('stdout', Buffer.from(line), true);
  }
}
