import type { OtherKeys } from '../../core/place.ts';
import { screenModes } from '../../output/terminal-mark.ts';
import { KeyboardFlags } from './keyboard-flags.ts';

/** Private modes (DECSET) of cursor keys, mouse and its encodings, focus and paste; all are off in a fresh terminal. */
export const privateModes = [
  '1',
  '9',
  '1000',
  '1002',
  '1003',
  '1004',
  '1005',
  '1006',
  '1015',
  '1016',
  '2004',
];
/** Modes that are on in a fresh terminal: autowrap and the visible cursor. */
const onAtFirst = ['7', '25'];
/** Modes that a soft reset (DECSTR) keeps. */
const keptSoftly = /^\?(?:9|1000|1002|1003|1005|1006|1015|1016)$/;

/** Tracks the modes a program has set in its terminal, so that they can be set in another that comes to show it. */
export class TerminalModes {
  isAlternate = false;
  /** Whether the cursor was positioned while hidden. */
  #isPlaced = false;
  /** The text after `CSI` that sets each mode again, in the order of setting: of mouse modes the last one applies. */
  #set = new Map<string, string>();
  #keypad = '';
  #margins = '';
  #keyboard = new KeyboardFlags();

  has(mode: string): boolean {
    return this.#set.has(`?${mode}`);
  }

  /** The form in which the program asked for keys without a code of their own, kitty's before xterm's; null if it did not. */
  get otherKeys(): OtherKeys | null {
    if (this.#keyboard.isOn(this.isAlternate)) return 'kitty';
    return this.#set.has('>4') ? 'xterm' : null;
  }

  /** Whether the program draws the whole screen and shows no cursor. */
  get isDrawing(): boolean {
    return this.#isPlaced && this.has('25');
  }

  /** The sequences that set these modes in a fresh terminal. Margins move the cursor. */
  render(): string {
    const modes = [...this.#set.values(), this.#margins].filter((sequence) => sequence !== '');
    const keyboard = this.#keyboard.render(this.isAlternate);
    return this.#keypad + keyboard + modes.map((sequence) => `\x1b[${sequence}`).join('');
  }

  /** Handles the text after `CSI`, final byte included. */
  control(sequence: string): void {
    if (sequence.endsWith('H')) this.#isPlaced = this.has('25');
    else if (sequence === '!p') this.#resetSoftly();
    else if (sequence.endsWith('r')) this.#setMargins(sequence);
    else if (sequence.endsWith(' q')) this.#keep('cursor', sequence, !/^0* q$/.test(sequence));
    else if (sequence.startsWith('>4') && sequence.endsWith('m'))
      this.#keep('>4', sequence, /^>4;[12]m$/.test(sequence));
    else if (sequence.endsWith('u')) this.#keyboard.control(sequence, this.isAlternate);
    else if (sequence === '4h' || sequence === '4l') this.#keep('4', sequence, sequence === '4h');
    else this.#setPrivate(sequence);
  }

  /** Handles a byte that forms a sequence with the ESC before it. */
  escape(byte: number): void {
    if (byte === 0x63) this.reset();
    else if (byte === 0x3d) this.#keypad = '\x1b=';
    else if (byte === 0x3e) this.#keypad = '';
  }

  /** Resets the margins, as a new size does. */
  resized(): void {
    this.#margins = '';
  }

  reset(): void {
    this.isAlternate = false;
    this.#isPlaced = false;
    this.#set.clear();
    this.#keypad = '';
    this.#margins = '';
    this.#keyboard = new KeyboardFlags();
  }

  #resetSoftly(): void {
    for (const name of [...this.#set.keys()]) if (!keptSoftly.test(name)) this.#set.delete(name);
    this.#keypad = '';
    this.#margins = '';
  }

  #setPrivate(sequence: string): void {
    const [, modes = '', final] = /^\?([\d;]+)([hl])$/.exec(sequence) ?? [];
    const isOn = final === 'h';
    for (const mode of modes.split(';')) {
      if (screenModes.includes(mode)) this.isAlternate = isOn;
      if (privateModes.includes(mode)) this.#keep(`?${mode}`, `?${mode}h`, isOn);
      if (mode === '25') this.#isPlaced = false;
      if (onAtFirst.includes(mode)) this.#keep(`?${mode}`, `?${mode}l`, !isOn);
    }
  }

  #setMargins(sequence: string): void {
    if (/^(?:\d*;)?\d*r$/.test(sequence)) this.#margins = /[1-9]/.test(sequence) ? sequence : '';
  }

  #keep(name: string, sequence: string, isSet: boolean): void {
    this.#set.delete(name);
    if (isSet) this.#set.set(name, sequence);
  }
}
