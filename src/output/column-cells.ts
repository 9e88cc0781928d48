/** Content of a column: a character, '' for the rest of a wide character or tab, or null for nothing, shown as a blank. */
type Cell = string | null;

/** The columns of a line, with a record of which changed. */
export class ColumnCells {
  /** The text while it is unedited; edited columns are in the cells. */
  #plain = '';
  readonly #edited: Cell[] = [];
  /** The first column to show: nothing changed before it. */
  #from = 0;

  get length(): number {
    return this.#plain.length + this.#edited.length;
  }

  /** Whether nothing was ever written. */
  get isNew(): boolean {
    return this.length === 0 && this.#from === 0;
  }

  /** Marks the content as shown; from now on only changes are. */
  passOver(): void {
    this.#from = Number.POSITIVE_INFINITY;
  }

  /** The changed part, or all of it, without the empty columns at the end from `kept` on. */
  text(kept: number, isWhole: boolean): string {
    const from = isWhole ? 0 : this.#from;
    if (this.#edited.length === 0) return this.#plain.slice(Math.min(from, this.#plain.length));
    const cells = this.#cells;
    let end = cells.length;
    while (end > kept && cells[end - 1] === null) end -= 1;
    const shown = cells.slice(Math.min(from, end), end);
    return shown.map((cell) => cell ?? ' ').join('');
  }

  /** Cuts the line at a column and removes the blanks before it if there are two or more; returns whether it did. */
  cutBlanks(at: number): boolean {
    const cells = this.#cells;
    let end = at;
    while (end > 0 && (cells[end - 1] ?? ' ') === ' ') end -= 1;
    if (at - end < 2) return false;
    this.cut(end);
    return true;
  }

  /** Appends text of one-column characters if the line ends at `at` and is unedited; returns whether it did. */
  append(text: string, at: number): boolean {
    if (this.#edited.length > 0 || at !== this.#plain.length) return false;
    this.#change(at);
    this.#plain += text;
    return true;
  }

  put(at: number, character: string, columns: number): void {
    if (character !== ' ' && this.#stands(at, character, columns)) return;
    // A blank over existing text is how programs wipe it without an erase sequence.
    const isWiping = character === ' ' && at < this.length;
    for (let column = at; column < at + columns; column += 1) this.clear(column);
    this.#set(at, isWiping ? null : character);
    for (let rest = at + 1; rest < at + columns; rest += 1) this.#set(rest, '');
  }

  /** Adds a combining mark to the character before a column. */
  mark(at: number, mark: string): void {
    let before = at - 1;
    while (before > 0 && this.#cells[before] === '') before -= 1;
    this.#set(Math.max(before, 0), (this.#cells[before] ?? '') + mark);
  }

  /** Appends another line's columns from a column on. */
  join(other: ColumnCells, at: number): void {
    const cells = this.#cells;
    this.#change(at);
    while (cells.length < at) cells.push(null);
    for (const cell of other.#cells) cells.push(cell);
  }

  /** Empties a column, and with it the whole of a character that spans several. */
  clear(at: number): void {
    const cells = this.#cells;
    if (at >= cells.length) return;
    let first = at;
    while (first > 0 && cells[first] === '') first -= 1;
    let end = at + 1;
    while (cells[end] === '') end += 1;
    for (let column = first; column < end; column += 1) this.#set(column, null);
  }

  /** Removes everything from a column on. */
  cut(at: number): void {
    if (at >= this.length) return;
    this.clear(at);
    this.#change(at);
    this.#cells.length = at;
  }

  /** Shifts the columns from `at` up to `edge` right, or left if negative; what leaves that range is lost. */
  shift(at: number, edge: number, columns: number): void {
    const cells = this.#cells;
    if (at >= cells.length || columns === 0) return;
    const by = Math.min(Math.abs(columns), edge - at);
    for (const split of columns > 0 ? [at, edge - by] : [at, at + by])
      if (cells[split] === '') this.clear(split);
    this.#change(at);
    if (columns > 0) {
      while (cells.length < Math.min(edge, at + by)) cells.push(null);
      const moved = cells.slice(at, edge - by);
      for (const [index, cell] of moved.entries()) cells[at + by + index] = cell;
      cells.fill(null, at, at + by);
    } else {
      const end = Math.min(edge, cells.length);
      cells.copyWithin(at, Math.min(at + by, end), end);
      cells.fill(null, Math.max(at, end - by), end);
    }
  }

  get #cells(): Cell[] {
    for (const character of this.#plain) this.#edited.push(character);
    this.#plain = '';
    return this.#edited;
  }

  #stands(at: number, character: string, columns: number): boolean {
    const cells = this.#cells;
    let end = at + 1;
    while (cells[end] === '') end += 1;
    return cells[at] === character && end === at + columns;
  }

  #set(at: number, cell: Cell): void {
    const cells = this.#cells;
    while (cells.length < at) cells.push(null);
    const isNew = at === cells.length && cell !== null;
    if (isNew || (cells[at] ?? ' ') !== (cell ?? ' ')) this.#change(at);
    cells[at] = cell;
  }

  #change(at: number): void {
    this.#from = Math.min(this.#from, at);
  }
}
