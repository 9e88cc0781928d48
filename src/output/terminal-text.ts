import { ownValue } from '../core/record.ts';
import { BACKSPACE, CR, LF, TAB } from '../core/text/control-bytes.ts';
import { decodeText } from '../core/text/utf8.ts';
import { HeldLines, type ScreenSize } from './held-lines.ts';
import type { LineCells } from './line-cells.ts';
import { isControl, plainEnd } from './plain-lines.ts';
import { FF, VT } from './scan.ts';
import { ScreenRows } from './screen-rows.ts';
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
 * Output of a terminal as its lines are when they are ended: edited, written over and erased as the terminal does, also those that
 * the cursor goes back up to. What goes elsewhere on the screen begins a line. Takes text in which `terminalMark` stands for sequences.
 */
export class TerminalText {
  readonly #lines: HeldLines;
  readonly #rows: ScreenRows;
  #shown: string[] = [];
  #taken = 0;
  #given = 0;
  /** What a sequence repeats. */
  #last = '';

  /** `isFirst` says that nothing was printed to the terminal before. */
  constructor(size: ScreenSize, { isFirst }: { readonly isFirst: boolean }) {
    this.#lines = new HeldLines(size, isFirst, (text) => this.#show(text));
    this.#rows = new ScreenRows(this.#lines);
  }

  /** The screen has another size. What stands on the lines is left as it is, and the line in progress goes on in its column. */
  resize(size: ScreenSize): void {
    const { line, size: before } = this.#lines;
    if (size.cols === before.cols && size.rows === before.rows) return;
    this.#lines.breakOff(line.isUntouched ? null : line.column, size);
  }

  /** Of all that was pushed nothing is shown but for lines that change. */
  passOver(): void {
    this.#shown = [];
    this.#lines.passOver();
  }

  push(bytes: Uint8Array): void {
    this.#taken += bytes.length;
    for (let index = 0; index < bytes.length; ) {
      const isFresh = this.#lines.isLast && this.#lines.line.isUntouched;
      const end = isFresh ? plainEnd(bytes, index) : index;
      if (end > index) {
        this.#lines.hold(decodeText(bytes.subarray(index, end)).replaceAll(/\r+\n/g, '\n'));
        index = end;
      } else index = this.#step(bytes, index);
    }
  }

  /** The lines that can no longer change, since the last time. */
  take(): string {
    const text = this.#shown.join('');
    this.#shown = [];
    return text;
  }

  /** Those and all others, with the line in progress. */
  end(): string {
    this.#lines.end();
    return this.take();
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
    const text = decodeText(bytes.subarray(index, end));
    this.#print(text);
    this.#last = Array.from(text.slice(-2)).at(-1) ?? '';
    return end;
  }

  #print(text: string): void {
    const lines = this.#lines;
    if (lines.isLast) lines.line.print(text);
    else {
      for (const character of text) {
        lines.makeRoom(character);
        lines.line.print(character);
      }
    }
    if (lines.line.length > longestLine) lines.breakOff(null);
  }

  #control(byte: number): void {
    const { line } = this.#lines;
    if (byte === LF && !this.#rows.moveDown()) this.#lines.begin();
    else if ((byte === VT || byte === FF) && !this.#rows.moveDown()) this.#lines.begin(line.column);
    else if (byte === CR) line.toColumn(0);
    else if (byte === BACKSPACE) line.move(-1);
    else if (byte === TAB) line.tab();
  }

  #follow(final: string, value: number): void {
    const edit = ownValue(edits, final);
    if (edit !== undefined) edit(this.#lines.line, value);
    else if (final === 'J' || final === 'K') this.#erase(final, value);
    else if (final === 'b')
      this.#print(this.#last.repeat(this.#isSpent() ? 1 : Math.min(value, this.#lines.size.cols)));
    else if (final === 'w') this.#lines.wrap(value === 1);
    else if (final === 's') this.#rows.keep();
    else this.#move(final, value);
  }

  #move(final: string, value: number): void {
    const lines = this.#lines;
    const isUp = final === 'A' || final === 'F';
    const isNear = isUp || final === 'B' || final === 'E' || final === 'e';
    if (final === 'u' && this.#rows.moveBack()) return;
    if (!isNear || !this.#rows.move(isUp ? -value : value))
      lines.goElsewhere('Hf'.includes(final) ? value - 1 : lines.line.column);
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
    // What a cleared screen showed was printed nevertheless.
    else if (isScreen) lines.goElsewhere(lines.line.column);
    else if (value === 2) {
      lines.line.eraseBefore();
      lines.line.eraseAfter(false);
    }
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
