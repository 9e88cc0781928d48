/** Text may become so many times as long as its bytes by what is moved over and repeated; then blanks are one each. */
const mostGrowth = 4;
const leastRoom = 4096;

/** The text that is made of a terminal's output. */
export class ShownText {
  #parts: string[] = [];
  #taken = 0;
  #given = 0;

  /** Whether the text has become as long as its bytes allow. */
  get isSpent(): boolean {
    return this.#given > this.#taken * mostGrowth + leastRoom;
  }

  /** So many bytes more are made into text. */
  grow(bytes: number): void {
    this.#taken += bytes;
  }

  add(text: string): void {
    const shown = this.isSpent ? text.replaceAll(/ {2,}/g, ' ') : text;
    this.#given += shown.length;
    this.#parts.push(shown);
  }

  /** What was added since the last time. */
  take(): string {
    const text = this.#parts.join('');
    this.#parts = [];
    return text;
  }
}
