import { columnsOf } from '../core/text/columns.ts';
import type { ScreenSize } from './held-lines.ts';

const plain = /^[ -~]*$/;

/** The row of the screen that the cursor is on: known from a sequence that names it until one that moves it in another way. */
export class CursorRow {
  /** From 1. */
  #row: number | null = null;
  /** The row at which the screen scrolls, from 1; 0 for its last one. */
  #bottom = 0;

  /** Whether it is surely this one, from 1. */
  is(row: number | null): boolean {
    return row !== null && row === this.#row;
  }

  set(row: number | null): void {
    this.#row = row;
  }

  /** Sets the row at which the screen scrolls (DECSTBM), 0 for its last one. */
  scrollAt(bottom: number): void {
    this.#bottom = bottom;
  }

  /** Moves down as newlines do, which scroll the screen at its end. */
  down(count: number, { rows }: ScreenSize): void {
    if (this.#row === null || count === 0) return;
    const isAbove = this.#bottom > 0 && this.#row <= this.#bottom;
    const last = isAbove ? this.#bottom : rows || Number.POSITIVE_INFINITY;
    this.#row = Math.min(this.#row + count, last);
  }

  /** Moves down by whole lines; where one may take several rows, the row is no longer known. */
  pass(text: string, size: ScreenSize): void {
    if (this.#row === null) return;
    const lines = text.split('\n');
    if (lines.every((line) => mostColumns(line) <= size.cols)) this.down(lines.length - 1, size);
    else this.#row = null;
  }
}

/** The columns of a line, or more where it has tabs. */
function mostColumns(line: string): number {
  if (plain.test(line)) return line.length;
  return Array.from(line).reduce(
    (sum, character) => sum + (character === '\t' ? 8 : columnsOf(character)),
    0,
  );
}
