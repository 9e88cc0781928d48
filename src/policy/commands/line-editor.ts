/** What the line editors of shells do differently with the same keys. */
export interface Dialect {
  /** Characters of a word, as M-b and M-d take it. */
  readonly word: RegExp;
  /** Characters of a word, as C-w takes it. */
  readonly rubbedOut: RegExp;
  /** Whether M-f ends behind a word; else before the next one. */
  readonly stopsBehind: boolean;
  /** Whether a key that found nothing to kill still joins what is killed next to what was killed before. */
  readonly joinsNothing: boolean;
  /** Whether C-t at the start of a line takes the first two characters. */
  readonly transposesAtStart: boolean;
}

/** What a key may do to a line. */
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

/** One line as it is edited, by keys that can be followed without knowing its history. */
export class LineEditor {
  before: string[] = [];
  /** What stands behind the cursor, the nearest last. */
  after: string[] = [];
  /** Characters that were moved or brought back so far. */
  effort = 0;
  readonly #dialect: Dialect;
  #killed: string[] | null = null;
  /** Whether the key before this one killed, and whether this one does: what keys in a row kill is one text. */
  #wasKill = false;
  #isKill = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  get text(): string {
    return [...this.before, ...this.after.toReversed()].join('');
  }

  /** Whether it is known what a yank brings: something was killed since the text began. */
  get isYankKnown(): boolean {
    return this.#killed !== null;
  }

  /** To be called before each key. */
  begin(): void {
    this.#wasKill = this.#isKill;
    this.#isKill = false;
  }

  /** To be called where a key killed what is not known. */
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

  /** Changes places of the characters around the cursor; of the last two at the end. */
  transpose(): void {
    if (this.before.length === 0 && this.#dialect.transposesAtStart) this.right();
    if (this.after.length === 0) this.left();
    const first = this.before.pop();
    const second = this.after.pop();
    this.before.push(...[second, first].filter((character) => character !== undefined));
    this.effort += 1;
  }

  /** Changes places of the word at or after the cursor and the one before it; of the last two at the end. */
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

  /** To before the next place of a character behind the one at the cursor. */
  searchRight(character: string): void {
    this.effort += this.after.length;
    const found = this.after.lastIndexOf(character, this.after.length - 2);
    if (this.after.length < 2 || found === -1) return;
    while (this.after.length > found + 1) this.right();
  }

  /** To before the nearest place of a character before the cursor. */
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

/** The index before two runs of characters at the end: of those in words and of those between them, in the order that is asked for. */
function edgeBefore(characters: readonly string[], word: RegExp, isWordFirst: boolean): number {
  let edge = characters.length;
  for (const isWord of [isWordFirst, !isWordFirst])
    while (edge > 0 && word.test(characters[edge - 1] ?? '') === isWord) edge -= 1;
  return edge;
}

/** Where the nearest word ends, whose characters lie the nearest last; what is before it belongs to it. */
function wordEdge(characters: readonly string[], word: RegExp): number {
  return edgeBefore(characters, word, false);
}
