import { HandedOut } from './handed-out.ts';
import { HeldLine } from './held-line.ts';
import type { LineCells } from './line-cells.ts';

/** What a terminal shows at once. Without rows no line is held: each is shown as it is when the cursor leaves it. */
export interface ScreenSize {
  readonly cols: number;
  readonly rows: number;
}

/** The last lines of a terminal's output, as many as its screen has. Those that leave the screen are shown as they are then. */
export class HeldLines {
  /** Whether the first line is the first row of the screen: nothing is known of what stands above it otherwise. */
  isTopKnown: boolean;
  /** Which line the cursor is on. */
  at = 0;
  #size: ScreenSize;
  readonly #shown: HandedOut;
  #isWrapping = true;
  #all: HeldLine[] = [];
  /** Characters of the lines above the last one, about. */
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

  /** The line of the cursor. */
  get line(): LineCells {
    return this.#held.cells;
  }

  get isLast(): boolean {
    return this.at === this.#all.length - 1;
  }

  /** Begins a line behind the last one, in a column; blanks before what is printed first are no part of it. */
  begin(column = 0): void {
    this.#held.isEnded = true;
    this.#chars += this.#held.length;
    const next = this.#add(column);
    if (column > 0) next.cells.passOver();
    this.#trim();
  }

  /** Takes whole lines where the cursor is at the start of a new one. */
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

  /** Begins a line in a place of which it is not known what stands around; blanks before what is printed first are no part of it. */
  goElsewhere(column: number): void {
    this.#leave();
    this.isTopKnown = false;
    this.#add(column).cells.passOver();
  }

  /** Leaves all lines as they are; the last one goes on, where `column` is given with only what changes from there. */
  breakOff(column: number | null, size = this.#size): void {
    this.end();
    this.#all = [];
    this.#chars = 0;
    this.#size = size;
    this.isTopKnown = false;
    const line = this.#add(column ?? 0);
    if (column !== null) line.cells.passOver();
  }

  /** Adds so many lines above the others and below them of which nothing is known; the cursor stays on its line. */
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

  /** Leaves nothing below the line of the cursor. */
  eraseBelow(): void {
    for (const line of this.#all.splice(this.at + 1)) this.#chars -= line.length;
  }

  /** Makes room in the line of the cursor for a character: the row below becomes one of it where it goes on there. */
  makeRoom(character: string): void {
    if (this.isLast || !this.line.isWrapping(character)) return;
    for (const below of this.#all.splice(this.at + 1, 1)) this.line.join(below.cells);
  }

  wrap(isOn: boolean): void {
    this.#isWrapping = isOn;
    this.line.wrap(isOn);
  }

  /** Shows from now on only lines that change, and of the last one what does. */
  passOver(): void {
    this.#shown.passOver(this.#all);
  }

  /** What is to be shown of the line of the cursor as it is. */
  open(): string {
    return this.#held.text(false) ?? '';
  }

  /** Shows all lines. */
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

  /** Shows the lines that have left the screen. */
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

/** Where the last lines of a text begin, each of which has its end. */
function lastLines(text: string, count: number): number {
  let from = text.length;
  for (let line = 0; line < count && from > 0; line += 1)
    from = from < 2 ? 0 : text.lastIndexOf('\n', from - 2) + 1;
  return from;
}
