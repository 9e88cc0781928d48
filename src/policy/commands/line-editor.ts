/** How line editors differ in their handling of the same keys. */
export interface Dialect {
  /** Matches a character of a word for M-b and M-d. */
  readonly word: RegExp;
  /** Matches a character of a word for C-w. */
  readonly rubbedOut: RegExp;
  /** Whether M-f stops behind a word; else before the next one. */
  readonly stopsBehind: boolean;
  /** Whether kills are still joined if a key between them killed nothing. */
  readonly joinsNothing: boolean;
  /** Whether C-t at the start of a line swaps the first two characters. */
  readonly transposesAtStart: boolean;
}

/** An edit that a key may make. */
export type Edit = Exclude<
  keyof LineEditor,
  | 'before'
  | 'after'
  | 'text'
  | 'effort'
  | 'isYankKnown'
  | 'begin'
  | 'forget'
  | 'insert'
  | 'searchRight'
  | 'searchLeft'
>;

/** One edited line, for keys whose effect does not depend on history. */
export class LineEditor {
  before: string[] = [];
  /** The characters behind the cursor, in reverse order. */
  after: string[] = [];
  /** The number of characters moved or restored so far. */
  effort = 0;
  readonly #dialect: Dialect;
  #killed: string[] | null = null;
  /** Whether the previous key killed text, and whether this one does: consecutive kills are joined. */
  #wasKill = false;
  #isKill = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  get text(): string {
    return [...this.before, ...this.after.toReversed()].join('');
  }

  /** Whether the result of a yank is known: something was killed since the text began. */
  get isYankKnown(): boolean {
    return this.#killed !== null;
  }

  /** Call before each key. */
  begin(): void {
    this.#wasKill = this.#isKill;
    this.#isKill = false;
  }

  /** Call if a key killed unknown text. */
  forget(): void {
    this.#killed = null;
  }

  insert(character: string): void {
    this.before.push(character);
    this.effort += 1;
  }

  left(): void {
    const moved = this.before.pop();
    if (moved !== undefined) this.after.push(moved);
    this.effort += 1;
  }

  right(): void {
    const moved = this.after.pop();
    if (moved !== undefined) this.before.push(moved);
    this.effort += 1;
  }

  home(): void {
    while (this.before.length > 0) this.left();
  }

  end(): void {
    while (this.after.length > 0) this.right();
  }

  drop(): void {
    this.before = [];
    this.after = [];
  }

  deleteBack(): void {
    this.before.pop();
    this.effort += 1;
  }

  deleteForward(): void {
    this.after.pop();
    this.effort += 1;
  }

  deleteBlanks(): void {
    while (/^[ \t]$/.test(this.before.at(-1) ?? '')) this.before.pop();
    while (/^[ \t]$/.test(this.after.at(-1) ?? '')) this.after.pop();
  }

  killToStart(): void {
    this.#kill(this.before.splice(0), 'back');
  }

  killToEnd(): void {
    this.#kill(this.after.splice(0).reverse(), 'forward');
  }

  killLine(): void {
    this.end();
    this.killToStart();
  }

  killWord(): void {
    this.#kill(this.before.splice(wordEdge(this.before, this.#dialect.word)), 'back');
  }

  rubOut(): void {
    this.#kill(this.before.splice(wordEdge(this.before, this.#dialect.rubbedOut)), 'back');
  }

  killWordForward(): void {
    this.#kill(this.after.splice(wordEdge(this.after, this.#dialect.word)).reverse(), 'forward');
  }

  wordLeft(): void {
    for (const edge = wordEdge(this.before, this.#dialect.word); this.before.length > edge; ) this.left();
  }

  wordRight(): void {
    const { word, stopsBehind } = this.#dialect;
    const edge = edgeBefore(this.after, word, !stopsBehind);
    while (this.after.length > edge) this.right();
  }

  yank(): void {
    const killed = this.#killed ?? [];
    for (const character of killed) this.before.push(character);
    this.effort += killed.length;
  }

  /** Swaps the characters around the cursor; at the end, the last two. */
  transpose(): void {
    if (this.before.length === 0 && this.#dialect.transposesAtStart) this.right();
    if (this.after.length === 0) this.left();
    const first = this.before.pop();
    const second = this.after.pop();
    this.before.push(...[second, first].filter((character) => character !== undefined));
    this.effort += 1;
  }

  /** Swaps the word at or after the cursor with the one before it; at the end, the last two. */
  transposeWords(): void {
    const start = this.before.length;
    const at = (move: 'wordLeft' | 'wordRight'): number => {
      this[move]();
      return this.before.length;
    };
    const [end2, start2, start1, end1] = [at('wordRight'), at('wordLeft'), at('wordLeft'), at('wordRight')];
    const line = [...this.before, ...this.after.toReversed()];
    this.effort += line.length;
    const isSwapped = start1 !== start2 && start2 >= end1;
    const [word1, between, word2] = [
      line.slice(start1, end1),
      line.slice(end1, start2),
      line.slice(start2, end2),
    ];
    const swapped = [...line.slice(0, start1), ...word2, ...between, ...word1, ...line.slice(end2)];
    const [left, cursor] = isSwapped ? [swapped, end2] : [line, start];
    this.before = left.slice(0, cursor);
    this.after = left.slice(cursor).reverse();
  }

  upperCase(): void {
    this.#change((word) => word.toUpperCase());
  }

  lowerCase(): void {
    this.#change((word) => word.toLowerCase());
  }

  capitalize(): void {
    this.#change((word) => word.toLowerCase().replace(/[\p{L}\p{N}]/u, (first) => first.toUpperCase()));
  }

  /** Moves before the next occurrence of a character behind the one at the cursor. */
  searchRight(character: string): void {
    this.effort += this.after.length;
    const found = this.after.lastIndexOf(character, this.after.length - 2);
    if (this.after.length < 2 || found === -1) return;
    while (this.after.length > found + 1) this.right();
  }

  /** Moves before the previous occurrence of a character. */
  searchLeft(character: string): void {
    this.effort += this.before.length;
    const found = this.before.lastIndexOf(character);
    if (found === -1) return;
    while (this.before.length > found) this.left();
  }

  #kill(characters: string[], direction: 'back' | 'forward'): void {
    const isJoined = this.#wasKill || this.#isKill;
    this.#isKill ||= characters.length > 0 || this.#dialect.joinsNothing;
    if (characters.length === 0 || (isJoined && this.#killed === null)) return;
    const before = isJoined ? (this.#killed ?? []) : [];
    this.#killed = direction === 'back' ? [...characters, ...before] : [...before, ...characters];
    this.effort += this.#killed.length;
  }

  #change(change: (word: string) => string): void {
    const word = this.after.splice(wordEdge(this.after, this.#dialect.word)).reverse();
    this.before.push(...[...change(word.join(''))]);
    this.effort += word.length;
  }
}

/** The index before the last two runs of characters, one within words and one between words, in the given order. */
function edgeBefore(characters: readonly string[], word: RegExp, isWordFirst: boolean): number {
  let edge = characters.length;
  for (const isWord of [isWordFirst, !isWordFirst])
    while (edge > 0 && word.test(characters[edge - 1] ?? '') === isWord) edge -= 1;
  return edge;
}

/** The index of the end of the nearest word, in characters of which the nearest is last, with anything between. */
function wordEdge(characters: readonly string[], word: RegExp): number {
  return edgeBefore(characters, word, false);
}
