/** Reads a text from start to end with patterns that match at the current position. */
export class TextReader {
  readonly text: string;
  /** Position in UTF-16 units. */
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The next unit; empty at the end. */
  get next(): string {
    return this.text[this.at] ?? '';
  }

  /** Moves past the match of a sticky pattern, which may be empty; null, without moving, for none. Throws if it is not sticky. */
  take(sticky: RegExp): RegExpExecArray | null {
    if (!sticky.sticky) throw new TypeError(`${sticky} is not sticky`);
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}
