import { sleep } from '../../core/async/sleep.ts';
import { Turns } from '../../core/async/turns.ts';
import { cannot, ToolFailure } from '../../core/failure.ts';
import type { Child } from '../../platform/process/child.ts';
import { waitsInRead } from '../../platform/sessions/session-input-wait.ts';
import { inputReaders } from '../../platform/sessions/session-readers.ts';
import { mostLineBytes, typedLines } from '../../platform/terminal/terminal-line.ts';
import { leftTyped } from '../input/typed-line.ts';
import type { TerminalWatch } from '../terminal/terminal-watch.ts';
import type { KeeperInputState } from './keeper-answers.ts';
import type { KeeperInput } from './keeper-protocol.ts';

/** Milliseconds for a reading program to take the input, before it is reported as pending. */
const settleMs = 50;
const settleStepMs = 2;

/**
 * Milliseconds behind strokes. Programs that read keys themselves take keys that come together for one unknown key, an Escape
 * and the next key for one with Alt, and Enter right behind text for a newline in a paste.
 */
const textPauseMs = 200;
const keyPauseMs = 50;
/** Most bytes of a key. */
const keyBytes = 8;
/** Most strokes with a pause behind them; more are typed at once. */
const mostStrokes = 40;

/** The input of a session: who reads it, what is unfinished, and whether it was made for the current revision. */
export class KeptInput {
  readonly #shown: string;
  readonly #turns = new Turns();
  /** When the pause behind the last input of a program that reads keys itself is over, in the time of `performance`. */
  #pauseEnd = 0;
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
              otherKeys: modes.otherKeys,
              signals: child.terminal.flags().signals,
              modes: modes.render(),
              alternate: modes.isAlternate,
            },
      readers: child === null ? [] : inputReaders(child.pid, child.input?.identity ?? null),
      pending: this.#pending,
      revision: this.#revision,
    };
  }

  /** Whether a program waits in a read of this input, which has no terminal. */
  isRead(child: Child | null): boolean {
    const identity = child?.input?.identity ?? null;
    return child !== null && identity !== null && waitsInRead(child.pid, identity);
  }

  /** Writes input behind all that came before; resolves to the bytes still pending. Throws `tool_failed` if the program takes none. */
  async type(child: () => Child | null, input: KeeperInput): Promise<number> {
    const leave = await this.#turns.enter('');
    try {
      if (input.strokes.length > 0) await this.#pause();
      return await this.#write(child(), input);
    } finally {
      leave();
    }
  }

  async #write(child: Child | null, { data, eof, strokes, pending, revision }: KeeperInput): Promise<number> {
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
    const [first = bytes, ...later] = strokesOf(child, bytes, strokes);
    this.#put(child, input, first);
    // Only a write shows that the last reader has closed its end.
    if (!input.isOpen) throw this.#closed();
    this.#revision += 1;
    this.#pending = pending;
    for (const stroke of later) {
      await this.#pause();
      // A key before may have ended the program.
      if (!input.isOpen) return 0;
      this.#put(child, input, stroke);
    }
    if (eof) input.end();
    for (let waited = 0; input.queued > 0 && waited < settleMs; waited += settleStepMs)
      await sleep(settleStepMs);
    return input.queued;
  }

  async #pause(): Promise<void> {
    const rest = this.#pauseEnd - performance.now();
    if (rest > 0) await sleep(rest);
  }

  #put(child: Child, input: NonNullable<Child['input']>, bytes: Uint8Array): void {
    if (!input.write(bytes)) {
      const state = `it does not read: ${input.queued} bytes wait already, and ${bytes.length} more do not fit`;
      throw this.#refuse(state, 'a program that reads its input, or less of it');
    }
    if (readsKeys(child)) this.#pauseEnd = performance.now() + pauseBehind(bytes);
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

/** Whether the program is at a terminal and takes keys as they come, not lines. */
function readsKeys({ terminal }: Child): boolean {
  return terminal !== undefined && !terminal.flags().canonical;
}

/** The strokes to type one by one, for a program that reads keys itself; otherwise all bytes as one. */
function strokesOf(child: Child, bytes: Uint8Array, strokes: readonly number[]): readonly Uint8Array[] {
  if (strokes.length < 2 || strokes.length > mostStrokes || !readsKeys(child)) return [bytes];
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const count of strokes) {
    parts.push(bytes.subarray(end, end + count));
    end += count;
  }
  return end === bytes.length ? parts : [bytes];
}

function pauseBehind(stroke: Uint8Array): number {
  return stroke.length > keyBytes ? textPauseMs : keyPauseMs;
}
