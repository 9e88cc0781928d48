import type { HeldLine } from './held-line.ts';
import type { HeldLines } from './held-lines.ts';

/** Where a cursor was. */
interface Place {
  /** The row of the screen, or, where that is not known, behind the first line. */
  readonly row: number;
  readonly column: number;
  readonly isTopKnown: boolean;
  /** The first line and the rows that there were. */
  readonly first: HeldLine | undefined;
  readonly total: number;
}

/** The rows of a screen, which the cursor goes up and down in. */
export class ScreenRows {
  readonly #lines: HeldLines;
  #kept: Place | null = null;

  constructor(lines: HeldLines) {
    this.#lines = lines;
  }

  /** Moves by so many rows; false where it is not known what stands there. The edges of the screen stop it. */
  move(count: number): boolean {
    const { line, size } = this.#lines;
    return size.rows === 0 ? line.moveRows(count) : this.#goTo(this.#row() + count, line.column);
  }

  /** Moves to the row below; false where there is none yet. */
  moveDown(): boolean {
    const { line, isLast } = this.#lines;
    return line.moveRows(1) || (!isLast && this.move(1));
  }

  /** Keeps where the cursor is. */
  keep(): void {
    const { isTopKnown, hidden, total } = this.#look();
    const { line, all } = this.#lines;
    this.#kept = { row: this.#row() - hidden, column: line.column, isTopKnown, first: all[0], total };
  }

  /** Moves to where the cursor was; false where it is not known where that is now. */
  moveBack(): boolean {
    const kept = this.#kept;
    if (kept === null) return false;
    const { isTopKnown, hidden, total } = this.#look();
    const isSame = isTopKnown || (kept.first === this.#lines.all[0] && kept.total === total);
    return isSame && kept.isTopKnown === isTopKnown && this.#goTo(kept.row + hidden, kept.column);
  }

  /** The row of the cursor, counted from the first line. */
  #row(): number {
    const { all, at, line } = this.#lines;
    return rowsOf(all.slice(0, at)) + line.row;
  }

  /** Rows in all and above the screen, and whether it is known which row is the first of the screen. */
  #look() {
    const { all, size, isTopKnown } = this.#lines;
    const total = rowsOf(all);
    return {
      total,
      hidden: Math.max(0, total - size.rows),
      isTopKnown: isTopKnown || total >= size.rows,
    };
  }

  /** To a row of the screen, counted from the first line; false where it is not known what stands there. */
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
