import { TerminalModes } from './terminal-modes.ts';

const ESC = 0x1b;
const CAN = 0x18;
const SUB = 0x1a;
/** A control sequence with more parameter bytes than this asks or sets nothing that matters here. */
const longestParameters = 64;

type State = 'text' | 'escape' | 'control';

/** Questions a program asks its terminal, and what a plain one answers (ECMA-48 DSR, DA1); it waits for the answer otherwise. */
const answers: Readonly<Record<string, string>> = {
  '5n': '\x1b[0n',
  '6n': '\x1b[1;1R',
  c: '\x1b[?1;2c',
  '0c': '\x1b[?1;2c',
};

/**
 * Follows a terminal's output just far enough to know which modes the program has set, and what it asks. Sequences may be split
 * anywhere. OSC and DCS strings pass as text: none begins a sequence but by an ESC, which ends them.
 */
export class TerminalWatch {
  readonly modes = new TerminalModes();
  #state: State = 'text';
  #parameters = '';

  get applicationCursor(): boolean {
    return this.modes.has('1');
  }

  get bracketedPaste(): boolean {
    return this.modes.has('2004');
  }

  /** Takes output and returns what a terminal would answer to it. */
  push(bytes: Uint8Array): string {
    let reply = '';
    for (let index = 0; index < bytes.length; index += 1) {
      if (this.#state === 'text') {
        index = bytes.indexOf(ESC, index);
        if (index === -1) break;
        this.#state = 'escape';
      } else reply += this.#step(bytes[index] ?? 0);
    }
    return reply;
  }

  #step(byte: number): string {
    if (byte === CAN || byte === SUB) this.#state = 'text';
    else if (byte === ESC) this.#state = 'escape';
    else if (this.#state === 'control') return this.#inControl(byte);
    else this.#introduce(byte);
    return '';
  }

  /** A byte after ESC. */
  #introduce(byte: number): void {
    this.#parameters = '';
    this.modes.escape(byte);
    if (byte === 0x5b) this.#state = 'control';
    else if (byte < 0x20 || byte > 0x2f) this.#state = 'text';
  }

  #inControl(byte: number): string {
    if (byte < 0x40 || byte > 0x7e) {
      if (byte >= 0x20 && this.#parameters.length < longestParameters)
        this.#parameters += String.fromCharCode(byte);
      return '';
    }
    this.#state = 'text';
    const sequence = this.#parameters + String.fromCharCode(byte);
    this.modes.control(sequence);
    return Object.hasOwn(answers, sequence) ? (answers[sequence] ?? '') : '';
  }
}
