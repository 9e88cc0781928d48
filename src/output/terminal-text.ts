import { ownValue } from '../core/record.ts';
import { BACKSPACE, CR, LF, TAB } from '../core/text/control-bytes.ts';
import { decodeText } from '../core/text/utf8.ts';
import { LineCells } from './line-cells.ts';
import { isControl, plainEnd } from './plain-lines.ts';
import { MARK, markBytes } from './terminal-mark.ts';

/** What sequences do to the line alone, by their final bytes. */
const edits: Readonly<Record<string, (line: LineCells, value: number) => void>> = {
  '@': (line, value) => line.shift(value),
  P: (line, value) => line.shift(-value),
  X: (line, value) => line.erase(value),
  C: (line, value) => line.move(value),
  a: (line, value) => line.move(value),
  D: (line, value) => line.move(-value),
  G: (line, value) => line.toColumn(value - 1),
  '`': (line, value) => line.toColumn(value - 1),
  I: (line) => line.tab(),
};

/** Text may become so many times as long as its bytes by what is moved over and repeated; then blanks are one each. */
const mostGrowth = 4;
const leastRoom = 4096;
/** Columns of a line that may be edited: of a longer one what stands there stays. */
const longestLine = 131_072;

/**
 * Output of a terminal as its lines are when they are ended: edited, written over and erased within themselves as the terminal does.
 * What goes elsewhere on the screen begins a line. Takes text in which `terminalMark` stands for sequences.
 */
export class TerminalText {
  #cols: number;
  #line: LineCells;
  #shown: string[] = [];
  #taken = 0;
  #given = 0;
  /** What a sequence repeats. */
  #last = '';

  constructor(cols: number) {
    this.#cols = cols;
    this.#line = new LineCells(cols);
  }

  /** Rows are of so many columns. What stands on the line in progress is left as it is, and it goes on in its column. */
  resize(cols: number): void {
    if (cols === this.#cols) return;
    this.#cols = cols;
    if (this.#line.isUntouched) this.#line = new LineCells(cols);
    else {
      this.#show(this.#line.text({ isEnded: false }));
      this.#goOn(this.#line.column);
    }
  }

  /** Of all that was pushed the line in progress is kept, and is not shown but for what changes it. */
  passOver(): void {
    this.#shown = [];
    if (!this.#line.isUntouched) this.#line.passOver();
  }

  push(bytes: Uint8Array): void {
    this.#taken += bytes.length;
    for (let index = 0; index < bytes.length; ) {
      const end = this.#line.isUntouched ? plainEnd(bytes, index) : index;
      if (end > index) {
        this.#show(decodeText(bytes.subarray(index, end)).replaceAll(/\r+\n/g, '\n'));
        index = end;
      } else index = this.#step(bytes, index);
    }
  }

  /** The lines that are ended since the last time. */
  take(): string {
    const text = this.#shown.join('');
    this.#shown = [];
    return text;
  }

  /** Those and the line in progress. */
  end(): string {
    this.#show(this.#line.text({ isEnded: false }));
    return this.take();
  }

  /** Begins a line in a column; blanks before what is printed first are no part of it. */
  #goOn(column: number): void {
    this.#line = new LineCells(this.#cols, column);
    this.#line.passOver();
  }

  #step(bytes: Uint8Array, index: number): number {
    const byte = bytes[index] ?? 0;
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
    this.#print(decodeText(bytes.subarray(index, end)));
    return end;
  }

  #print(text: string): void {
    this.#line.print(text);
    this.#last = Array.from(text.slice(-2)).at(-1) ?? '';
    if (this.#line.length <= longestLine) return;
    this.#show(this.#line.text({ isEnded: false }));
    this.#line = new LineCells(this.#cols);
  }

  #control(byte: number): void {
    if (byte === LF && !this.#line.moveRows(1)) this.#endLine();
    else if (byte === CR) this.#line.toColumn(0);
    else if (byte === BACKSPACE) this.#line.move(-1);
    else if (byte === TAB) this.#line.tab();
  }

  #follow(final: string, value: number): void {
    const edit = ownValue(edits, final);
    if (edit !== undefined) edit(this.#line, value);
    else if (final === 'J' || final === 'K') this.#erase(final, value);
    else if (final === 'b')
      this.#line.print(this.#last.repeat(this.#isSpent() ? 1 : Math.min(value, this.#cols)));
    else this.#moveRows(final, value);
  }

  #moveRows(final: string, value: number): void {
    const isUp = final === 'A' || final === 'F';
    const isNear = isUp || final === 'B' || final === 'E' || final === 'e';
    if (!isNear) this.#goElsewhere('Hf'.includes(final) ? value - 1 : this.#line.column);
    else if (!this.#line.moveRows(isUp ? -value : value)) this.#goElsewhere(this.#line.column);
    if (final === 'E' || final === 'F') this.#line.toColumn(0);
  }

  #erase(final: string, value: number): void {
    const isScreen = final === 'J';
    if (value === 0) {
      const before = this.#line.splitRow();
      if (before !== null) {
        this.#show(`${before}\n`);
        this.#line = new LineCells(this.#cols);
      }
      this.#line.eraseAfter(isScreen);
    } else if (value === 1) this.#line.eraseBefore();
    // What a cleared screen showed was printed nevertheless.
    else if (isScreen) this.#goElsewhere(this.#line.column);
    else if (value === 2) {
      this.#line.eraseBefore();
      this.#line.eraseAfter(false);
    }
  }

  #endLine(): void {
    this.#show(`${this.#line.text({ isEnded: true })}\n`);
    this.#line = new LineCells(this.#cols);
  }

  #goElsewhere(column: number): void {
    const text = this.#line.text({ isEnded: true });
    if (text !== '') this.#show(`${text}\n`);
    this.#goOn(column);
  }

  #show(text: string): void {
    const shown = this.#isSpent() ? text.replaceAll(/ {2,}/g, ' ') : text;
    this.#given += shown.length;
    this.#shown.push(shown);
  }

  #isSpent(): boolean {
    return this.#given > this.#taken * mostGrowth + leastRoom;
  }
}
