/** Reads a text from its beginning to its end, by patterns that match where it stands. */
export class TextReader {
  readonly text: string;
  /** UTF-16 units that were read. */
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** The next unit, or nothing at the end. */
  get next(): string {
    return this.text[this.at] ?? '';
  }

  /** Moves past what a pattern matches here, which may be nothing; null, and no move, where it does not match. It must be sticky: another one would find what stands further on. */
  take(sticky: RegExp): RegExpExecArray | null {
    if (!sticky.sticky) throw new TypeError(`${sticky} is not sticky`);
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}
