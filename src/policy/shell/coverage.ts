/** The parts of one source text that the walker accounted for. */
export class Coverage {
  readonly #source: string;
  readonly #starts = new Set<number>();
  readonly #spans: { readonly pos: number; readonly end: number; readonly quoted: 'single' | 'double' }[] =
    [];

  constructor(source: string) {
    this.#source = source;
  }

  /** A substitution node that begins at `pos`; a backtick one also accounts for the mark that closes it. */
  start(pos: number, end: number): void {
    this.#starts.add(pos);
    if (this.#source[pos] === '`') this.#starts.add(end - 1);
  }

  /** Accounts for a range in which nothing is expanded (`single`), or in which only `<(` and `>(` are plain (`double`). */
  span(pos: number, end: number, quoted: 'single' | 'double'): void {
    this.#spans.push({ pos, end, quoted });
  }

  /** Whether a range is surrounded by blanks, operators or the end; if not, it is part of a word that the parser split. */
  standsAlone(pos: number, end: number): boolean {
    const isBlankBefore = /[ \t]/.test(this.#source[pos - 1] ?? '') && !this.#isEscaped(pos - 1);
    return isBlankBefore && /[ \t\n;|&)`]/.test(this.#source[end] ?? '\n');
  }

  #isIn(index: number, quoted: 'single' | 'any'): boolean {
    return this.#spans.some(
      (span) => index >= span.pos && index < span.end && (quoted === 'any' || span.quoted === 'single'),
    );
  }

  /** Whether an index follows an odd number of backslashes. */
  #isEscaped(index: number): boolean {
    let slashes = 0;
    while (this.#source[index - 1 - slashes] === '\\') slashes += 1;
    return slashes % 2 === 1;
  }

  #isAccounted(index: number, mark: string): boolean {
    if (this.#starts.has(index) || this.#isEscaped(index)) return true;
    return this.#isIn(index, mark === '<(' || mark === '>(' ? 'any' : 'single');
  }

  /** Whether a line is continued inside a word or an operator, which parsers end there. */
  #hasTornWord(): boolean {
    for (const found of this.#source.matchAll(/(?<![ \t])\\\n/g)) {
      if (!this.#isEscaped(found.index) && !this.#isIn(found.index, 'any')) return true;
    }
    return false;
  }

  /** The first mark of a substitution that is not accounted for; null for none. Fails parsers that show less than bash runs. */
  firstGap(): string | null {
    for (const found of this.#source.matchAll(/\$[([{]|`|[<>]\(/g)) {
      if (!this.#isAccounted(found.index, found[0])) return found[0];
    }
    return this.#hasTornWord() ? '\\' : null;
  }
}
