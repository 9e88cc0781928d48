import { HandedOut } from './handed-out.ts';
import { HeldLine } from './held-line.ts';
import type { LineCells } from './line-cells.ts';

/** Size of a terminal's screen. With 0 rows no line is held: each is shown once the cursor leaves it. */
export interface ScreenSize {
  readonly cols: number;
  readonly rows: number;
}

/** The lines on a terminal's screen, which can still be edited. A line that leaves the screen is output as it is then. */
export class HeldLines {
  /** Whether the first line is the first row of the screen; if not, what is above it is unknown. */
  isTopKnown: boolean;
  /** Index of the cursor's line. */
  at = 0;
  #size: ScreenSize;
  readonly #shown: HandedOut;
  #isWrapping = true;
  #all: HeldLine[] = [];
  /** Approximate number of characters above the last line. */
  #chars = 0;

  constructor(size: ScreenSize, isTopKnown: boolean, show: (text: string) => void) {
    this.#size = size;
    this.isTopKnown = isTopKnown;
    this.#shown = new HandedOut(show);
    this.#add();
  }

  get size(): ScreenSize {
    return this.#size;
  }

  get all(): readonly HeldLine[] {
    return this.#all;
  }

  /** The cursor's line. */
  get line(): LineCells {
    return this.#held.cells;
  }

  get isLast(): boolean {
    return this.at === this.#all.length - 1;
  }

  /** Starts a line after the last one, at a column; the blanks before the first printed character do not count. */
  begin(column = 0): void {
    this.#held.isEnded = true;
    this.#chars += this.#held.length;
    const next = this.#add(column);
    if (column > 0) next.cells.passOver();
    this.#trim();
  }

  /** Takes whole lines; the cursor must be at the start of a new one. */
  hold(text: string): void {
    this.#all.pop();
    const from = lastLines(text, this.#size.rows);
    if (from > 0) {
      this.#leave();
      this.#shown.plain(text.slice(0, from));
    }
    const held = from < text.length ? text.slice(from, -1).split('\n') : [];
    for (const plain of held) {
      this.#all.push(new HeldLine({ ...this.#start, plain }));
      this.#chars += plain.length;
    }
    this.#add();
    this.#trim();
  }

  /** Starts a line at an unknown place of the screen; the blanks before the first printed character do not count. */
  goElsewhere(column: number): void {
    this.#leave();
    this.isTopKnown = false;
    this.#add(column).cells.passOver();
  }

  /** Changes the size of the screen: the other lines are output as they are, as it is not known where they stand now. */
  resize(size: ScreenSize): void {
    const held = this.#held;
    this.#size = size;
    if (!this.isLast) this.goElsewhere(this.line.column);
    else if (this.line.fitInto(size.cols)) {
      this.#all.pop();
      this.#leave();
      this.isTopKnown = false;
      this.at = this.#all.push(held) - 1;
    } else this.breakOff(this.line.column);
  }

  /** Outputs all lines as they are. With `column`, the last one goes on there and only what changes is shown. */
  breakOff(column: number | null): void {
    this.end();
    this.#all = [];
    this.#chars = 0;
    this.isTopKnown = false;
    const line = this.#add(column ?? 0);
    if (column !== null) line.cells.passOver();
  }

  /** Adds lines of unknown content above and below; the cursor stays on its line. */
  extend(above: number, below: number): void {
    const unknown = (): HeldLine => {
      const line = new HeldLine(this.#start);
      line.cells.passOver();
      return line;
    };
    this.#all.unshift(...Array.from({ length: above }, unknown));
    this.#all.push(...Array.from({ length: below }, unknown));
    this.at += above;
  }

  /** Removes all lines below the cursor's. */
  eraseBelow(): void {
    for (const line of this.#all.splice(this.at + 1)) this.#chars -= line.length;
  }

  /** Makes room for a character in the cursor's line: if it wraps there, the line below is joined to it. */
  makeRoom(character: string): void {
    if (this.isLast || !this.line.isWrapping(character)) return;
    for (const below of this.#all.splice(this.at + 1, 1)) this.line.join(below.cells);
  }

  wrap(isOn: boolean): void {
    this.#isWrapping = isOn;
    this.line.wrap(isOn);
  }

  /** Marks all as output: from now on only lines that change are shown, and of the last one its changes. */
  passOver(): void {
    this.#shown.passOver(this.#all);
  }

  /** The text to show for the cursor's line as it is. */
  open(): string {
    return this.#held.text(false) ?? '';
  }

  /** Outputs all lines. */
  end(): void {
    for (const [index, held] of this.#all.entries())
      this.#shown.line(held, index < this.#all.length - 1, index !== this.at);
  }

  get #held(): HeldLine {
    return this.#all[this.at] ?? this.#add();
  }

  get #start() {
    return { cols: this.#size.cols, isWrapping: this.#isWrapping };
  }

  #add(column = 0): HeldLine {
    const line = new HeldLine({ ...this.#start, column });
    this.at = this.#all.push(line) - 1;
    return line;
  }

  #leave(): void {
    for (const line of this.#all) this.#shown.line(line, true, true);
    this.#all = [];
    this.#chars = 0;
  }

  /** Outputs the lines that have left the screen. */
  #trim(): void {
    const { cols, rows } = this.#size;
    for (let first = this.#all[0]; first !== undefined && this.at > 0; first = this.#all[0]) {
      if (this.#all.length <= rows && this.#chars - first.length <= rows * cols) return;
      this.#shown.line(first, true, true);
      this.#all.shift();
      this.at -= 1;
      this.#chars -= first.length;
    }
  }
}

/** Index at which the last `count` lines of a text start; each must end in a newline. */
function lastLines(text: string, count: number): number {
  let from = text.length;
  for (let line = 0; line < count && from > 0; line += 1)
    from = from < 2 ? 0 : text.lastIndexOf('\n', from - 2) + 1;
  return from;
}
