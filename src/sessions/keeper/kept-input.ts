import { sleep } from '../../core/async/sleep.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import type { Child } from '../../platform/process/child.ts';
import { inputReaders } from '../../platform/sessions/session-readers.ts';
import { mostLineBytes, typedLines } from '../../platform/terminal/terminal-line.ts';
import { leftTyped } from '../input/typed-line.ts';
import type { TerminalWatch } from '../terminal/terminal-watch.ts';
import type { KeeperInputState } from './keeper-answers.ts';
import type { KeeperInput } from './keeper-protocol.ts';

/** Milliseconds for a reading program to take the input, before it is reported as pending. */
const settleMs = 50;
const settleStepMs = 2;

/** The input of a session: who reads it, what is unfinished, and whether it was made for the current revision. */
export class KeptInput {
  readonly #shown: string;
  #pending = '';
  #revision = 0;

  /** `shown` names the session in messages. */
  constructor(shown: string) {
    this.#shown = shown;
  }

  /** Takes note of a text that is typed into the terminal before its program runs. */
  async typeAhead(text: string): Promise<void> {
    this.#pending = await leftTyped(text);
  }

  /** The state on which typing depends. */
  state(
    child: Child | null,
    { applicationCursor, bracketedPaste, modes }: TerminalWatch,
  ): Omit<KeeperInputState, 'printed'> {
    return {
      terminal:
        child?.terminal === undefined
          ? null
          : {
              applicationCursor,
              bracketedPaste,
              signals: child.terminal.flags().signals,
              modes: modes.render(),
              alternate: modes.isAlternate,
            },
      readers: child === null ? [] : inputReaders(child.pid, child.input?.identity ?? null),
      pending: this.#pending,
      revision: this.#revision,
    };
  }

  /** Writes input; resolves to the bytes still pending. Throws `tool_failed` if the program takes none. */
  async type(child: Child | null, { data, eof, pending, revision }: KeeperInput): Promise<number> {
    if (child === null) throw this.#refuse('it has ended', 'a session that runs');
    const { input } = child;
    if (input === undefined || !input.isOpen) throw this.#closed();
    if (revision !== null && revision !== this.#revision) {
      const { code, message } = this.#refuse(
        'something else was typed meanwhile',
        'the same input, sent again',
      );
      throw new ToolFailure(code, message, { changed: true });
    }
    const bytes = Buffer.from(data, 'base64');
    this.#checkLines(child, bytes);
    if (!input.write(bytes)) {
      const state = `it does not read: ${input.queued} bytes wait already, and ${bytes.length} more do not fit`;
      throw this.#refuse(state, 'a program that reads its input, or less of it');
    }
    // Only a write shows that the last reader has closed its end.
    if (!input.isOpen) throw this.#closed();
    this.#revision += 1;
    this.#pending = pending;
    if (eof) input.end();
    for (let waited = 0; input.queued > 0 && waited < settleMs; waited += settleStepMs)
      await sleep(settleStepMs);
    return input.queued;
  }

  /** Refuses lines that are too long, of which the kernel would silently drop the rest. */
  #checkLines({ terminal }: Child, bytes: Uint8Array): void {
    if (terminal?.flags().canonical !== true) return;
    const { longest } = typedLines(bytes, terminal.openLine);
    if (longest <= mostLineBytes) return;
    const state = `a line of it has ${longest} bytes, and its terminal drops what is past ${mostLineBytes}`;
    throw this.#refuse(state, 'shorter lines, or a program that reads keys itself');
  }

  #closed(): Error {
    return this.#refuse('its standard input is closed', 'a session whose input is open');
  }

  #refuse(state: string, wanted: string): ToolFailure {
    return cannot('type into', this.#shown, state, wanted);
  }
}
