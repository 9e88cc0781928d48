/** What a column shows: a character, the rest of a wide one or of a tab (empty), or nothing (null), which looks like a blank. */
type Cell = string | null;

/** The columns of a line, and which of them changed. */
export class ColumnCells {
  /** What stands there as long as nothing of it was edited; else it is in the cells. */
  #plain = '';
  readonly #edited: Cell[] = [];
  /** The first column that is shown: nothing changed before it. */
  #from = 0;

  get length(): number {
    return this.#plain.length + this.#edited.length;
  }

  /** Whether nothing was ever there. */
  get isNew(): boolean {
    return this.length === 0 && this.#from === 0;
  }

  /** Shows from now on only what changes. */
  passOver(): void {
    this.#from = Number.POSITIVE_INFINITY;
  }

  /** What changed, or all, without empty columns at the end but for those before `kept`. */
  text(kept: number, isWhole: boolean): string {
    const from = isWhole ? 0 : this.#from;
    if (this.#edited.length === 0) return this.#plain.slice(Math.min(from, this.#plain.length));
    const cells = this.#cells;
    let end = cells.length;
    while (end > kept && cells[end - 1] === null) end -= 1;
    const shown = cells.slice(Math.min(from, end), end);
    return shown.map((cell) => cell ?? ' ').join('');
  }

  /** Leaves nothing from a column on, nor blanks before it; where there are two of these at least, and it returns whether there are. */
  cutBlanks(at: number): boolean {
    const cells = this.#cells;
    let end = at;
    while (end > 0 && (cells[end - 1] ?? ' ') === ' ') end -= 1;
    if (at - end < 2) return false;
    this.cut(end);
    return true;
  }

  /** Takes text of one column a character behind all others where that needs no look at each; whether it did. */
  append(text: string, at: number): boolean {
    if (this.#edited.length > 0 || at !== this.#plain.length) return false;
    this.#change(at);
    this.#plain += text;
    return true;
  }

  put(at: number, character: string, columns: number): void {
    if (character !== ' ' && this.#stands(at, character, columns)) return;
    // A blank over what stands there is how it is wiped where nothing erases.
    const isWiping = character === ' ' && at < this.length;
    for (let column = at; column < at + columns; column += 1) this.clear(column);
    this.#set(at, isWiping ? null : character);
    for (let rest = at + 1; rest < at + columns; rest += 1) this.#set(rest, '');
  }

  /** Puts a mark on the character before a column. */
  mark(at: number, mark: string): void {
    let before = at - 1;
    while (before > 0 && this.#cells[before] === '') before -= 1;
    this.#set(Math.max(before, 0), (this.#cells[before] ?? '') + mark);
  }

  /** Puts all of another one behind, from a column on. */
  join(other: ColumnCells, at: number): void {
    const cells = this.#cells;
    this.#change(at);
    while (cells.length < at) cells.push(null);
    for (const cell of other.#cells) cells.push(cell);
  }

  /** Empties a column; of what stood in more of them nothing is left. */
  clear(at: number): void {
    const cells = this.#cells;
    if (at >= cells.length) return;
    let first = at;
    while (first > 0 && cells[first] === '') first -= 1;
    let end = at + 1;
    while (cells[end] === '') end += 1;
    for (let column = first; column < end; column += 1) this.#set(column, null);
  }

  /** Leaves nothing from a column on. */
  cut(at: number): void {
    if (at >= this.length) return;
    this.clear(at);
    this.#change(at);
    this.#cells.length = at;
  }

  /** Moves what stands from a column up to an edge to the right by so many columns, or to the left; what leaves that part is lost. */
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
