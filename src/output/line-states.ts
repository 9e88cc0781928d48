import { decodeText, encodeText, offsetOfChar } from '../core/text/utf8.ts';
import { GrowBuffer } from './grow-buffer.ts';
import { type LineState, ProgressBar } from './progress-bar.ts';

/** A carriage return within a line, as the tool `read` shows it. */
export const visibleReturn = encodeText('\\r');

/** Bytes examined of a state: more than any state of a progress bar has. */
const shownOfState = 2048;

/** The content of a line, as far as it is held, and the counts of the rest. */
export interface HeldState {
  readonly bytes: Uint8Array;
  readonly chars: number;
  readonly cutChars: number;
  readonly cutBytes: number;
  readonly isErasing: boolean;
  readonly isErased: boolean;
}

interface Past extends LineState {
  readonly held: HeldState;
}

/** The states of one line with carriage returns: those that were not overwritten are kept, one after the other. */
export class LineStates {
  /** Number of carriage returns kept in the line. */
  returns = 0;
  /** Those of them that are shown, in whole or in part. */
  shownReturns = 0;
  readonly #lineChars: number;
  readonly #bar: ProgressBar;
  readonly #kept = new GrowBuffer();
  #chars = 0;
  #cutChars = 0;
  #cutBytes = 0;
  #isEmpty = true;
  /** The newest state; whether the next one overwrites it is still open. */
  #last: Past | null = null;
  /** The state before it, if that is open for it too. */
  #older: Past | null = null;

  constructor(lineChars: number, { isLed }: { readonly isLed: boolean }) {
    this.#lineChars = lineChars;
    this.#bar = new ProgressBar(isLed);
  }

  /** Takes a state that a carriage return and other text follow. */
  push(held: HeldState): void {
    const state = { ...stateOf(held), held: { ...held, bytes: held.bytes.slice() } };
    if (state.text.trim() === '' && state.chars === state.text.length) {
      if (this.#last !== null && this.#bar.isWiped(this.#last, state)) this.#last = null;
      return;
    }
    this.#settle(state);
    this.#last = state;
  }

  /** The whole line with its last state; its bytes are valid as long as this object. */
  finish(held: HeldState): Omit<HeldState, 'isErasing' | 'isErased'> {
    this.#settle(stateOf(held));
    if (this.#older !== null) this.#keep(this.#older.held);
    this.#keep(held);
    return {
      bytes: this.#kept.view(),
      chars: this.#chars,
      cutChars: this.#cutChars,
      cutBytes: this.#cutBytes,
    };
  }

  #settle(next: LineState): void {
    const [older, last] = [this.#older, this.#last];
    if (last === null || this.#bar.isOverwritten(last, next)) return;
    this.#older = null;
    if (older !== null && this.#bar.isCount(older, last, next)) return;
    if (older !== null) this.#keep(older.held);
    this.#older = last;
  }

  #keep({ bytes, chars, cutChars, cutBytes }: HeldState): void {
    if (!this.#isEmpty) {
      this.returns += 1;
      if (this.#append(visibleReturn, visibleReturn.length) > 0) this.shownReturns += 1;
    }
    this.#isEmpty = false;
    this.#append(bytes, chars);
    this.#cutChars += cutChars;
    this.#cutBytes += cutBytes;
  }

  /** Adds as much as fits; returns its size in bytes. */
  #append(bytes: Uint8Array, chars: number): number {
    const room = this.#cutChars > 0 ? 0 : this.#lineChars - this.#chars;
    const fit = chars <= room ? bytes.length : offsetOfChar(bytes, room, 0);
    this.#kept.append(bytes, 0, fit);
    this.#chars += Math.min(chars, room);
    this.#cutChars += Math.max(0, chars - room);
    this.#cutBytes += bytes.length - fit;
    return fit;
  }
}

function stateOf({ bytes, chars, cutChars, isErasing, isErased }: HeldState): LineState {
  const text = decodeText(bytes.subarray(0, shownOfState));
  return { text, chars: chars + cutChars, isErasing, isErased };
}
