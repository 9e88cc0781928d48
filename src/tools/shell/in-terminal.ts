import type { ChildTerminal, TerminalSize } from '../../platform/process/child.ts';
import type { RunRequest } from '../../platform/process/run.ts';
import { type Replay, renderScreen, replayedBytes } from '../../sessions/screen.ts';
import { TerminalAnswers } from '../../sessions/terminal-answers.ts';
import { TerminalWatch } from '../../sessions/terminal-watch.ts';
import type { Receive } from './execute.ts';

/**
 * Gives a command a terminal of this size that answers what the command asks it, as there is nobody else to; it would wait for
 * the answer.
 */
export function inTerminal(
  size: TerminalSize,
): (receive: Receive) => Pick<RunRequest, 'terminal' | 'onOutput' | 'onStart'> {
  return (receive) => {
    const watch = new TerminalWatch();
    const recent = new RecentOutput();
    let terminal: ChildTerminal | undefined;
    const answers = new TerminalAnswers(
      async () => (await renderScreen(recent.replay(size))).cursor,
      (bytes) => terminal?.write(bytes),
    );
    return {
      terminal: size,
      onStart: (child) => {
        terminal = child.terminal;
      },
      onOutput: (stream, bytes) => {
        recent.push(bytes);
        answers.give(watch.push(bytes));
        return receive(stream, bytes);
      },
    };
  };
}

/** The end of an output that is kept nowhere else as it came: at least the bytes a screen is made of. */
class RecentOutput {
  #buffer = new Uint8Array(65_536);
  #used = 0;

  push(bytes: Uint8Array): void {
    const last = bytes.subarray(-replayedBytes);
    if (this.#used + last.length > this.#buffer.length) this.#makeRoom(last.length);
    this.#buffer.set(last, this.#used);
    this.#used += last.length;
  }

  replay(size: TerminalSize): Replay {
    return { pieces: [{ start: 0, bytes: this.#buffer.slice(0, this.#used) }], sizes: [{ at: 0, ...size }] };
  }

  /** Lets go of what is older than a screen, or takes more memory as long as nothing is. */
  #makeRoom(count: number): void {
    const kept = this.#buffer.subarray(Math.max(0, this.#used - replayedBytes), this.#used);
    const wanted = kept.length + count;
    const size = Math.min(2 * replayedBytes, 2 * Math.max(this.#buffer.length, wanted));
    const buffer = size > this.#buffer.length ? new Uint8Array(size) : this.#buffer;
    buffer.set(kept);
    this.#buffer = buffer;
    this.#used = kept.length;
  }
}
