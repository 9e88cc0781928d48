/** What '`' to '~' stand for in the set of line drawing characters (VT220, "DEC special graphics"), as xterm shows them. */
const drawn = Array.from('◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·');
const first = '`'.charCodeAt(0);

/** The two character sets of a terminal that programs draw lines with (ISO 2022: G0 and G1). */
export class CharacterSets {
  readonly #areDrawing: [boolean, boolean] = [false, false];
  #current: 0 | 1 = 0;

  /** Whether letters are shown as parts of lines. */
  get isDrawing(): boolean {
    return this.#areDrawing[this.#current];
  }

  /** Makes a set that of line drawing characters, or a usual one. */
  designate(set: 0 | 1, isDrawing: boolean): void {
    this.#areDrawing[set] = isDrawing;
  }

  /** Shifts to a set, which applies from then on. */
  use(set: 0 | 1): void {
    this.#current = set;
  }

  /** The text as it is shown. */
  shown(text: string): string {
    if (!this.isDrawing) return text;
    return text.replaceAll(/[`-~]/g, (letter) => drawn[letter.charCodeAt(0) - first] ?? letter);
  }
}
