import type { HeldLine } from './held-line.ts';
import type { HeldLines } from './held-lines.ts';

/** A saved cursor position. */
interface Place {
  /** The row on the screen, or, if that is unknown, after the first line. */
  readonly row: number;
  readonly column: number;
  readonly isTopKnown: boolean;
  /** The first line and the number of rows at that time. */
  readonly first: HeldLine | undefined;
  readonly total: number;
}

/** The rows of a screen, in which the cursor moves up and down. */
export class ScreenRows {
  readonly #lines: HeldLines;
  #kept: Place | null = null;

  constructor(lines: HeldLines) {
    this.#lines = lines;
  }

  /** Moves by `count` rows, stopped by the edges of the screen; false if the content there is unknown. */
  move(count: number): boolean {
    const { line, size } = this.#lines;
    return size.rows === 0 ? line.moveRows(count) : this.#goTo(this.#row() + count, line.column);
  }

  /** Moves to the row below; false where there is none yet. */
  moveDown(): boolean {
    const { line, isLast } = this.#lines;
    return line.moveRows(1) || (!isLast && this.move(1));
  }

  /** Saves the cursor position. */
  keep(): void {
    const { isTopKnown, hidden, total } = this.#look();
    const { line, all } = this.#lines;
    this.#kept = { row: this.#row() - hidden, column: line.column, isTopKnown, first: all[0], total };
  }

  /** Restores the saved position; false if it is unknown where that is now. */
  moveBack(): boolean {
    const kept = this.#kept;
    if (kept === null) return false;
    const { isTopKnown, hidden, total } = this.#look();
    const isSame = isTopKnown || (kept.first === this.#lines.all[0] && kept.total === total);
    return isSame && kept.isTopKnown === isTopKnown && this.#goTo(kept.row + hidden, kept.column);
  }

  /** The cursor's row, counted from the first line. */
  #row(): number {
    const { all, at, line } = this.#lines;
    return rowsOf(all.slice(0, at)) + line.row;
  }

  /** The number of rows in all and above the screen, and whether the first row of the screen is known. */
  #look() {
    const { all, size, isTopKnown } = this.#lines;
    const total = rowsOf(all);
    return {
      total,
      hidden: Math.max(0, total - size.rows),
      isTopKnown: isTopKnown || total >= size.rows,
    };
  }

  /** Moves to a row of the screen, counted from the first line; false if the content there is unknown. */
  #goTo(row: number, column: number): boolean {
    const { isTopKnown, hidden, total } = this.#look();
    if (row >= total && !isTopKnown) return false;
    const lines = this.#lines;
    const { rows } = lines.size;
    const below = Math.max(0, Math.min(row, rows - 1) - total + 1);
    const above = isTopKnown ? 0 : Math.max(0, Math.min(-row, rows - total));
    if (above > 0 || below > 0) lines.extend(above, below);
    let left = Math.min(Math.max(row + above, hidden), total + below + above - 1);
    lines.at = lines.all.findIndex(({ cells }) => {
      left -= cells.rows;
      return left < 0;
    });
    lines.line.moveToRow(left + lines.line.rows, column);
    return true;
  }
}

function rowsOf(lines: readonly HeldLine[]): number {
  return lines.reduce((sum, { cells }) => sum + cells.rows, 0);
}
