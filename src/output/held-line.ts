import { TAB } from '../core/text/control-bytes.ts';
import { LineCells } from './line-cells.ts';

const tab = String.fromCharCode(TAB);

interface LineStart {
  readonly cols: number;
  /** Whether full rows wrap. */
  readonly isWrapping: boolean;
  /** Initial text, without control characters that edit it. */
  readonly plain?: string;
  /** The column of the cursor. */
  readonly column?: number;
}

/** A line that can still be edited. Most never are, and have no cells then. */
export class HeldLine {
  /** Whether a newline ended it: then it is shown even if empty. */
  isEnded: boolean;
  /** Its text when it was output as a complete line; null if it was not. */
  #given: string | null = null;
  #plain: string | null;
  #cells: LineCells | null = null;
  readonly #start: LineStart;

  constructor(start: LineStart) {
    this.#start = start;
    this.#plain = start.plain ?? null;
    this.isEnded = start.plain !== undefined;
  }

  get cells(): LineCells {
    this.#cells ??= this.#edit();
    this.#plain = null;
    return this.#cells;
  }

  get length(): number {
    return this.#plain?.length ?? this.#cells?.length ?? 0;
  }

  /** Marks it as output: from now on only changes are shown, or, with `isWhole`, all of it once it has changed. */
  passOver(isWhole: boolean): void {
    if (isWhole) this.#given = this.#text();
    else if (!this.cells.isUntouched) this.cells.passOver();
  }

  /** The text to show; null for none. `isLeft` says that the cursor is elsewhere. */
  text(isLeft: boolean): string | null {
    if (this.#given !== null) {
      const text = this.#text();
      return text === this.#given || text.trim() === '' ? null : text;
    }
    const text = this.#plain ?? this.cells.text({ isEnded: isLeft });
    return text === '' && !this.isEnded ? null : text;
  }

  /** Its whole text. */
  wholeText(isLeft: boolean): string {
    return isLeft ? this.#text() : this.cells.text({ isEnded: false, isWhole: true });
  }

  #text(): string {
    return this.#plain ?? this.cells.text({ isEnded: true, isWhole: true });
  }

  #edit(): LineCells {
    const { cols, column = 0, isWrapping, plain = '' } = this.#start;
    const cells = new LineCells(cols, column);
    if (!isWrapping) cells.wrap(false);
    for (const [index, part] of plain.split(tab).entries()) {
      if (index > 0) cells.tab();
      cells.print(part);
    }
    return cells;
  }
}
