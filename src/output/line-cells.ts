import { columnsOf } from '../core/text/columns.ts';
import { ColumnCells } from './column-cells.ts';

const tabColumns = 8;
/** Text of one column a character. */
const narrow = /^[ -~]+$/;

/** One line as a terminal has it, with as many rows of `cols` columns as it takes, and a cursor that moves within it. */
export class LineCells {
  readonly #cells = new ColumnCells();
  /** Columns that the cursor can be put into, those of a row, and where it is. */
  readonly #edge: number;
  #cols: number;
  #at: number;
  /** The last column of a row was printed to: the next character goes to the next row, all else still means this one. */
  #isFull = false;

  /** `at` is the column of the cursor. */
  constructor(cols: number, at = 0) {
    [this.#edge, this.#cols] = [Math.max(1, cols), Math.max(1, cols)];
    this.#at = Math.min(at, this.#cols - 1);
  }

  /** Whether a row that is full goes on in the next one; where not, what is printed past its end is kept and takes no row. */
  wrap(isOn: boolean): void {
    if (this.#cells.length > this.#edge) return;
    this.#cols = isOn ? this.#edge : Number.MAX_SAFE_INTEGER;
    this.#isFull = false;
  }

  get length(): number {
    return this.#cells.length;
  }

  get isUntouched(): boolean {
    return this.#at === 0 && this.#cells.isNew;
  }

  /** The column of the cursor within its row. */
  get column(): number {
    return this.#at - this.#rowStart();
  }

  /** The row of the cursor, from 0. */
  get row(): number {
    return this.#rowStart() / this.#cols;
  }

  get rows(): number {
    return Math.max(this.row + 1, Math.ceil(this.#cells.length / this.#cols));
  }

  /** Shows from now on only what changes. */
  passOver(): void {
    this.#cells.passOver();
  }

  /** A line that is ended has no more blanks at its end than were printed there; one that is not has those before the cursor. */
  text({ isEnded, isWhole = false }: { readonly isEnded: boolean; readonly isWhole?: boolean }): string {
    return this.#cells.text(isEnded ? 0 : this.#at, isWhole);
  }

  /** Whether a character goes into a row that the line does not have. */
  isWrapping(character: string): boolean {
    const columns = columnsOf(character);
    return columns > 0 && this.row + 1 >= this.rows && (this.#isFull || this.column + columns > this.#cols);
  }

  /** Goes on with the rows of the line below. */
  join(below: LineCells): void {
    this.#cells.join(below.#cells, this.rows * this.#cols);
  }

  /** To a column of a row, or as near as there is one. */
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

  /** To a column of the row, or as near as there is one. */
  toColumn(column: number): void {
    this.#moveTo(this.#rowStart() + Math.max(0, Math.min(column, this.#edge - 1)));
  }

  /** By so many columns within the row. */
  move(columns: number): void {
    this.toColumn(this.#cursor() - this.#rowStart() + columns);
  }

  /** By so many rows; false where the line has none there. */
  moveRows(rows: number): boolean {
    const at = this.#cursor() + rows * this.#cols;
    const last = Math.max(this.#cells.length - 1, 0);
    if (at < 0 || Math.floor(at / this.#cols) > Math.floor(last / this.#cols)) return false;
    this.#moveTo(at);
    return true;
  }

  /** From the cursor to the end of its row; `isAll` to the end of the line. */
  eraseAfter(isAll: boolean): void {
    const end = this.#rowStart() + this.#cols;
    if (isAll || end >= this.#cells.length) this.#cells.cut(this.#at);
    else if (!this.#isFull) this.erase(end - this.#at);
  }

  /** From the start of the row up to the cursor. */
  eraseBefore(): void {
    this.#clear(this.#rowStart(), this.#cursor() + 1);
  }

  /** So many columns from the cursor on. */
  erase(columns: number): void {
    this.#moveTo(this.#cursor());
    this.#clear(this.#at, Math.min(this.#at + columns, this.#rowStart() + this.#cols));
  }

  /** Moves the rest of the row from the cursor on to the right (positive) or left; what leaves it is lost. */
  shift(columns: number): void {
    this.#moveTo(this.#cursor());
    const end = Math.min(this.#cols, Math.max(this.#edge, this.#cells.length));
    this.#cells.shift(this.#at, this.#rowStart() + end, columns);
  }

  /**
   * Ends this row where it stands at its start and the one before it was filled up with blanks, as shells do that want their prompt
   * at the start of a row.
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

  /** Where the cursor is seen. */
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
