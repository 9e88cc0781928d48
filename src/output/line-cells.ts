import { columnsOf } from '../core/text/columns.ts';
import { ColumnCells } from './column-cells.ts';

const tabColumns = 8;
/** Matches text whose characters are one column wide. */
const narrow = /^[ -~]+$/;

/** One line of a terminal, over as many rows of `cols` columns as it takes, with a cursor. */
export class LineCells {
  readonly #cells = new ColumnCells();
  /** Width of a row, and the cursor's position. */
  #edge: number;
  #cols: number;
  #at: number;
  /** Whether the last column of a row was just printed: the next character wraps, all else still acts on this row. */
  #isFull = false;

  /** `at` is the column of the cursor. */
  constructor(cols: number, at = 0) {
    [this.#edge, this.#cols] = [Math.max(1, cols), Math.max(1, cols)];
    this.#at = Math.min(at, this.#cols - 1);
  }

  /** Sets whether a full row wraps; if not, text past its end is kept and takes no row. */
  wrap(isOn: boolean): void {
    if (this.#cells.length > this.#edge) return;
    this.#cols = isOn ? this.#edge : Number.MAX_SAFE_INTEGER;
    this.#isFull = false;
  }

  /** Takes another width; false, and nothing is changed, if the line does not stay in one row. */
  fitInto(cols: number): boolean {
    if (this.#cells.length >= Math.min(cols, this.#edge)) return false;
    if (this.#cols === this.#edge) this.#cols = cols;
    this.#edge = cols;
    this.#moveTo(Math.min(this.#at, cols - 1));
    return true;
  }

  get length(): number {
    return this.#cells.length;
  }

  get isUntouched(): boolean {
    return this.#at === 0 && this.#cells.isNew;
  }

  /** The cursor's column within its row, from 0. */
  get column(): number {
    return this.#at - this.#rowStart();
  }

  /** The cursor's row, from 0. */
  get row(): number {
    return this.#rowStart() / this.#cols;
  }

  get rows(): number {
    return Math.max(this.row + 1, Math.ceil(this.#cells.length / this.#cols));
  }

  /** Marks the content as shown; from now on only changes are. */
  passOver(): void {
    this.#cells.passOver();
  }

  /** The text to show. An ended line keeps only blanks printed at its end; any other keeps those before the cursor. */
  text({ isEnded, isWhole = false }: { readonly isEnded: boolean; readonly isWhole?: boolean }): string {
    return this.#cells.text(isEnded ? 0 : this.#at, isWhole);
  }

  /** Whether a character would wrap into a row that the line does not have. */
  isWrapping(character: string): boolean {
    const columns = columnsOf(character);
    return columns > 0 && this.row + 1 >= this.rows && (this.#isFull || this.column + columns > this.#cols);
  }

  /** Appends the rows of the line below. */
  join(below: LineCells): void {
    this.#cells.join(below.#cells, this.rows * this.#cols);
  }

  /** Moves to a column of a row, or the nearest that exists. */
  moveToRow(row: number, column: number): void {
    this.#moveTo(row * this.#cols + Math.min(column, this.#edge - 1));
  }

  print(text: string): void {
    if (narrow.test(text) && this.#cells.append(text, this.#at)) this.#go(text.length);
    else for (const character of text) this.#printOne(character);
  }

  #printOne(character: string): void {
    const columns = columnsOf(character);
    if (columns === 0) this.#cells.mark(this.#at, character);
    else {
      if (columns === 2 && this.column === this.#cols - 1) {
        this.#cells.clear(this.#at);
        this.#at += 1;
      }
      this.#cells.put(this.#at, character, columns);
      this.#go(columns);
    }
  }

  tab(): void {
    if (this.#isFull) return;
    const at = this.#at;
    const next = Math.min(at - (this.column % tabColumns) + tabColumns, this.#rowStart() + this.#edge - 1);
    if (at >= this.#cells.length && next > at) this.#cells.put(at, '\t', next - at);
    this.#moveTo(next);
  }

  /** Moves to a column of the row, or the nearest that exists. */
  toColumn(column: number): void {
    this.#moveTo(this.#rowStart() + Math.max(0, Math.min(column, this.#edge - 1)));
  }

  /** Moves by `columns` within the row. */
  move(columns: number): void {
    this.toColumn(this.#cursor() - this.#rowStart() + columns);
  }

  /** Moves by `rows`; false if the line has no such row. */
  moveRows(rows: number): boolean {
    const at = this.#cursor() + rows * this.#cols;
    const last = Math.max(this.#cells.length - 1, 0);
    if (at < 0 || Math.floor(at / this.#cols) > Math.floor(last / this.#cols)) return false;
    this.#moveTo(at);
    return true;
  }

  /** Erases from the cursor to the end of its row; with `isAll`, to the end of the line. */
  eraseAfter(isAll: boolean): void {
    const end = this.#rowStart() + this.#cols;
    if (isAll || end >= this.#cells.length) this.#cells.cut(this.#at);
    else if (!this.#isFull) this.erase(end - this.#at);
  }

  /** Erases from the start of the row up to the cursor. */
  eraseBefore(): void {
    this.#clear(this.#rowStart(), this.#cursor() + 1);
  }

  /** Erases `columns` from the cursor on. */
  erase(columns: number): void {
    this.#moveTo(this.#cursor());
    this.#clear(this.#at, Math.min(this.#at + columns, this.#rowStart() + this.#cols));
  }

  /** Shifts the rest of the row from the cursor on right (positive) or left; what leaves the row is lost. */
  shift(columns: number): void {
    this.#moveTo(this.#cursor());
    const end = Math.min(this.#cols, Math.max(this.#edge, this.#cells.length));
    this.#cells.shift(this.#at, this.#rowStart() + end, columns);
  }

  /**
   * Splits the line at this row if the cursor is at its start and the row before was filled with blanks, as shells do that
   * want their prompt at the start of a row.
   */
  splitRow(): boolean {
    const at = this.#cursor();
    return at > 0 && this.column === 0 && this.#cells.cutBlanks(at);
  }

  #clear(from: number, to: number): void {
    for (let at = from; at < to; at += 1) this.#cells.clear(at);
  }

  #go(columns: number): void {
    this.#moveTo(this.#at + columns);
    this.#isFull = this.#at % this.#cols === 0;
  }

  /** The column at which the cursor is displayed. */
  #cursor(): number {
    return this.#isFull ? this.#at - 1 : this.#at;
  }

  #rowStart(): number {
    return this.#cursor() - (this.#cursor() % this.#cols);
  }

  #moveTo(at: number): void {
    this.#at = at;
    this.#isFull = false;
  }
}
