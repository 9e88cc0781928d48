/** Most characters of text per byte of output, which cursor moves and repeats can make longer; past that, runs of blanks shrink to one. */
const mostGrowth = 4;
const leastRoom = 4096;

/** The text made of a terminal's output. */
export class ShownText {
  #parts: string[] = [];
  #taken = 0;
  #given = 0;

  /** Whether the text is as long as its bytes allow. */
  get isSpent(): boolean {
    return this.#given > this.#taken * mostGrowth + leastRoom;
  }

  /** Notes that `bytes` more bytes are turned into text. */
  grow(bytes: number): void {
    this.#taken += bytes;
  }

  add(text: string): void {
    const shown = this.isSpent ? text.replaceAll(/ {2,}/g, ' ') : text;
    this.#given += shown.length;
    this.#parts.push(shown);
  }

  /** The text added since the last call. */
  take(): string {
    const text = this.#parts.join('');
    this.#parts = [];
    return text;
  }
}
