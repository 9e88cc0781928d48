import { ownValue } from '../core/record.ts';
import { BACKSPACE, CR, LF, SHIFT_IN, SHIFT_OUT, TAB } from '../core/text/control-bytes.ts';
import { decodeText } from '../core/text/utf8.ts';
import { CharacterSets } from './character-sets.ts';
import { CursorRow } from './cursor-row.ts';
import { HeldLines, type ScreenSize } from './held-lines.ts';
import { edits } from './line-edits.ts';
import { isControl, plainEnd } from './plain-lines.ts';
import { FF, VT } from './scan.ts';
import { ScreenRows } from './screen-rows.ts';
import { ShownText } from './shown-text.ts';
import { MARK, markBytes, terminalMark } from './terminal-mark.ts';

/** Most columns of a line that can be edited; a longer one is output as it is. */
const longestLine = 131_072;

export interface TerminalStart {
  /** Whether nothing was printed to the terminal before. */
  readonly isFirst: boolean;
  /** Whether a line that is overwritten from its start is shown as it was before. */
  readonly hasStates?: boolean;
}

/** What takes the output of a terminal: its text, and the marks that stand for sequences in what is given to that. */
export interface Drawing {
  readonly text: TerminalText;
  readonly markOf: typeof terminalMark;
}

/** For output that begins in a fresh terminal of this size. */
export function drawingOf(size: ScreenSize): Drawing {
  return { text: new TerminalText(size, { isFirst: true }), markOf: terminalMark };
}

/**
 * Turns terminal output into lines as they finally are: edited, overwritten and erased as the terminal does, also those the
 * cursor moves back up to. Output elsewhere on the screen starts a line. Takes text in which `terminalMark` has replaced
 * sequences.
 */
export class TerminalText {
  readonly #lines: HeldLines;
  readonly #rows: ScreenRows;
  readonly #shown = new ShownText();
  readonly #sets = new CharacterSets();
  readonly #row = new CursorRow();
  /** The row that the position which follows names, from 1. */
  #named: number | null = null;
  /** The last printed character, which a sequence may repeat. */
  #last = '';

  readonly #hasStates: boolean;
  /** Whether the cursor went back to the start of the line. */
  #isReturned = false;

  constructor(size: ScreenSize, { isFirst, hasStates = false }: TerminalStart) {
    this.#hasStates = hasStates;
    this.#lines = new HeldLines(size, isFirst, (text) => this.#shown.add(text));
    this.#rows = new ScreenRows(this.#lines);
  }

  /** Changes the screen size. Existing lines stay as they are, and the unfinished line goes on where the cursor is in it. */
  resize(size: ScreenSize): void {
    const { size: before } = this.#lines;
    if (size.cols === before.cols && size.rows === before.rows) return;
    this.#row.set(null);
    this.#row.scrollAt(0);
    this.#lines.resize(size);
  }

  /** Drops the text so far; of the lines pushed before, only those that change are shown again. */
  passOver(): void {
    this.#shown.take();
    this.#lines.passOver();
  }

  push(bytes: Uint8Array): void {
    this.#shown.grow(bytes.length);
    for (let index = 0; index < bytes.length; ) {
      const end = this.isFresh ? plainEnd(bytes, index) : index;
      if (end > index) {
        const text = decodeText(bytes.subarray(index, end)).replaceAll(/\r+\n/g, '\n');
        this.#row.pass(text, this.#lines.size);
        this.#lines.hold(text);
        index = end;
      } else index = this.#step(bytes, index);
    }
  }

  /** The lines that became final since the last call. */
  take(): string {
    return this.#shown.take();
  }

  /** Whether the cursor is at the start of a new line, and text is shown as it comes. */
  get isFresh(): boolean {
    return this.#lines.isLast && this.#lines.line.isUntouched && !this.#sets.isDrawing;
  }

  /** The text to show for the unfinished line as it is. */
  open(): string {
    return this.#lines.open();
  }

  /** All lines not yet taken, with the unfinished one. */
  end(): string {
    this.#lines.end();
    return this.take();
  }

  #step(bytes: Uint8Array, index: number): number {
    const byte = bytes[index] ?? 0;
    if (this.#hasStates && byte !== CR) this.#leaveState(byte);
    if (byte === MARK) {
      const value = ((bytes[index + 2] ?? 0) << 8) | (bytes[index + 3] ?? 0);
      this.#follow(String.fromCharCode(bytes[index + 1] ?? 0), value);
      return index + markBytes;
    }
    if (isControl(byte)) {
      this.#control(byte);
      return index + 1;
    }
    let end = index + 1;
    while (end < bytes.length && bytes[end] !== MARK && !isControl(bytes[end] ?? 0)) end += 1;
    const text = this.#sets.shown(decodeText(bytes.subarray(index, end)));
    this.#print(text);
    this.#last = Array.from(text.slice(-2)).at(-1) ?? '';
    return end;
  }

  #return(): void {
    this.#isReturned = this.#hasStates && (this.#isReturned || this.#lines.line.column > 0);
    this.#lines.line.toColumn(0);
  }

  /** Shows the line as it was when the cursor went back to its start, unless it ends there. */
  #leaveState(byte: number): void {
    const state = this.#isReturned && byte !== LF ? this.open() : '';
    this.#isReturned = false;
    if (state !== '') this.#shown.add(`${state}\n`);
  }

  #print(text: string): void {
    const lines = this.#lines;
    const { row } = lines.line;
    if (lines.isLast) lines.line.print(text);
    else {
      for (const character of text) {
        lines.makeRoom(character);
        lines.line.print(character);
      }
    }
    this.#row.down(lines.line.row - row, lines.size);
    if (lines.line.length > longestLine) lines.breakOff(null);
  }

  #control(byte: number): void {
    const { line, size } = this.#lines;
    if (byte === LF || byte === VT || byte === FF) this.#row.down(1, size);
    if (byte === LF && !this.#rows.moveDown()) this.#lines.begin();
    else if ((byte === VT || byte === FF) && !this.#rows.moveDown()) this.#lines.begin(line.column);
    else if (byte === CR) this.#return();
    else if (byte === BACKSPACE) line.move(-1);
    else if (byte === TAB) line.tab();
    else if (byte === SHIFT_OUT || byte === SHIFT_IN) this.#sets.use(byte === SHIFT_OUT ? 1 : 0);
  }

  #follow(final: string, value: number): void {
    const edit = ownValue(edits, final);
    if (final === 'G' && value === 1) this.#return();
    else if (edit !== undefined) edit(this.#lines.line, value);
    else if (final === 'J' || final === 'K') this.#erase(final, value);
    else if (final === 'b')
      this.#print(this.#last.repeat(this.#shown.isSpent ? 1 : Math.min(value, this.#lines.size.cols)));
    else if (final === 'w') this.#lines.wrap(value === 1);
    else if (final === 's') this.#rows.keep();
    else if (final === 'y') this.#named = value;
    else if (final === 'r') this.#row.scrollAt(value);
    else if (final === '(' || final === ')') this.#sets.designate(final === '(' ? 0 : 1, value === 1);
    else if (final === 'H' || final === 'f') this.#place(value - 1);
    else this.#move(final, value);
  }

  /** Goes to a place on the screen. Further on in its row, the line goes on: programs skip blanks so, and what they do not know the width of. */
  #place(column: number): void {
    const lines = this.#lines;
    const { line, size } = lines;
    const row = this.#named === null || size.rows === 0 ? this.#named : Math.min(this.#named, size.rows);
    if (this.#row.is(row) && column >= line.column) line.toColumn(column);
    else lines.goElsewhere(column);
    this.#row.set(row);
    this.#named = null;
  }

  #move(final: string, value: number): void {
    const lines = this.#lines;
    this.#row.set(null);
    const isUp = final === 'A' || final === 'F';
    const isNear = isUp || final === 'B' || final === 'E' || final === 'e';
    if (final === 'u' && this.#rows.moveBack()) return;
    if (!isNear || !this.#rows.move(isUp ? -value : value)) lines.goElsewhere(lines.line.column);
    if (final === 'E' || final === 'F') lines.line.toColumn(0);
  }

  #erase(final: string, value: number): void {
    const lines = this.#lines;
    const isScreen = final === 'J';
    if (value === 0) {
      if (lines.isLast && lines.line.splitRow()) lines.begin();
      lines.line.eraseAfter(isScreen);
      if (isScreen) lines.eraseBelow();
    } else if (value === 1) lines.line.eraseBefore();
    // The text of a cleared screen was printed nevertheless.
    else if (isScreen) lines.goElsewhere(lines.line.column);
    else if (value === 2) {
      this.#isReturned = this.#hasStates && lines.line.column > 0;
      this.#leaveState(MARK);
      lines.line.eraseBefore();
      lines.line.eraseAfter(false);
    }
  }
}
