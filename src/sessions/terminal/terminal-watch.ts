import { ownValue } from '../../core/record.ts';
import { ESC } from '../../core/text/control-bytes.ts';
import { type ScreenStart, ScreenStarts } from './screen-start.ts';
import { TerminalModes } from './terminal-modes.ts';

const CAN = 0x18;
const SUB = 0x1a;
/** Behind an ESC, the byte that resets the terminal. */
const RIS = 0x63;
/** Most parameter bytes of a sequence: a longer one queries or sets nothing that matters here. */
const longestParameters = 64;

type State = 'text' | 'escape' | 'control';

/**
 * An answer of a terminal: a text, or after a text, as `row;columnR`, the cursor position where the output up to the offset
 * `at` leaves it.
 */
export type TerminalReply = string | { readonly cursorBehind: string; readonly at: number };

/**
 * Terminal queries, and the answers of a plain terminal (ECMA-48 DSR and CPR, DECXCPR, DA1 and DA2: a VT100 without a
 * version). Programs that query colours, modes, keyboard flags or names (fish, termenv, crossterm) send one of these after
 * it: if its answer comes first, the other query has none.
 */
const answers: Readonly<Record<string, string>> = {
  '5n': '\x1b[0n',
  '>c': '\x1b[>0;0;0c',
  '>0c': '\x1b[>0;0;0c',
  c: '\x1b[?1;2c',
  '0c': '\x1b[?1;2c',
};
/** The queries of the cursor position, and the text before it in the answer. */
const cursorAnswers: Readonly<Record<string, string>> = { '6n': '\x1b[', '?6n': '\x1b[?' };

/**
 * Follows a terminal's output just far enough to know the modes the program has set and the queries it sends. Sequences may
 * be split anywhere. OSC and DCS strings pass as text: only an ESC, which ends them, starts a sequence.
 */
export class TerminalWatch {
  readonly modes = new TerminalModes();
  readonly #starts = new ScreenStarts();
  #state: State = 'text';
  #parameters = '';

  get applicationCursor(): boolean {
    return this.modes.has('1');
  }

  get bracketedPaste(): boolean {
    return this.modes.has('2004');
  }

  /** Where a replay starts that shows the screen as it is after `total` bytes. */
  screenStart(total: number): ScreenStart {
    return this.#starts.start(total, this.modes);
  }

  /** Takes output that begins at the offset `start`, and returns a terminal's answers to it. */
  push(bytes: Uint8Array, start: number): readonly TerminalReply[] {
    const replies: TerminalReply[] = [];
    for (let index = 0; index < bytes.length; index += 1) {
      if (this.#state === 'text') {
        index = bytes.indexOf(ESC, index);
        if (index === -1) break;
        this.#state = 'escape';
      } else {
        const sequence = this.#step(bytes[index] ?? 0);
        if (sequence === null) continue;
        this.#starts.control(sequence, start + index + 1, this.modes);
        const reply = replyTo(sequence, start + index + 1);
        if (reply !== null) replies.push(reply);
      }
    }
    return replies;
  }

  /** Takes a byte of a sequence; gives the text after `CSI` where it ends one, and all of a reset. */
  #step(byte: number): string | null {
    if (byte === CAN || byte === SUB) this.#state = 'text';
    else if (byte === ESC) this.#state = 'escape';
    else if (this.#state === 'control') return this.#inControl(byte);
    else return this.#introduce(byte);
    return null;
  }

  /** Handles a byte after ESC. */
  #introduce(byte: number): string | null {
    this.#parameters = '';
    this.modes.escape(byte);
    if (byte === 0x5b) this.#state = 'control';
    else if (byte < 0x20 || byte > 0x2f) this.#state = 'text';
    return byte === RIS ? '\x1bc' : null;
  }

  #inControl(byte: number): string | null {
    if (byte < 0x40 || byte > 0x7e) {
      if (byte >= 0x20 && this.#parameters.length < longestParameters)
        this.#parameters += String.fromCharCode(byte);
      return null;
    }
    this.#state = 'text';
    const sequence = this.#parameters + String.fromCharCode(byte);
    this.modes.control(sequence);
    return sequence;
  }
}

/** The answer to the text after `CSI` that ends at the offset `at`; null where it asks nothing. */
function replyTo(sequence: string, at: number): TerminalReply | null {
  const cursorBehind = ownValue(cursorAnswers, sequence);
  return cursorBehind === undefined ? (ownValue(answers, sequence) ?? null) : { cursorBehind, at };
}
