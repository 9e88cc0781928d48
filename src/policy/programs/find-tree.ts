import type { Candidate, Words } from '../rules/pattern.ts';
import { type Sort, sortOf } from './find-names.ts';

/** A test, an option or an action of a `find`. */
export interface Primary {
  readonly kind: 'one';
  readonly sort: Sort;
  /** Null where the word is not known, or is to some `find` one of the command before it. */
  readonly name: Candidate;
  /** Where that stands. */
  readonly at: number;
  /** The words that it takes; of a command all of them. */
  readonly given: Words;
  /** Whether a command gets several names at a time. */
  readonly isBatch: boolean;
  /** Whether all of it is known, and the same to every `find`. */
  readonly isSure: boolean;
}

/** An expression of a `find`, or a part of it: of `each`, which commas part, the last one counts. */
export type FindTree =
  | Primary
  | { readonly kind: 'not'; readonly part: FindTree }
  | { readonly kind: 'all' | 'any' | 'each'; readonly parts: readonly FindTree[] };

/** An expression of a `find`, read. */
export interface FindExpression {
  readonly tree: FindTree;
  /** All that it is made of, as it is written. */
  readonly primaries: readonly Primary[];
  /** Whether nothing is missing, every `find` knows what joins it, and it is not too deep to tell. */
  readonly isWhole: boolean;
}

/** Something of which nothing is known. */
const unknown: Primary = {
  kind: 'one',
  sort: 'unknown',
  name: null,
  at: -1,
  given: [],
  isBatch: false,
  isSure: false,
};

/** In more parentheses than that, what decides about what is not told. */
const mostDepth = 16;

/** Reads an expression, whatever its words are. */
class Reader {
  readonly primaries: Primary[] = [];
  isWhole = true;
  isTooDeep = false;
  readonly #words: Words;
  #at: number;
  #depth = 0;
  /** Up to where words are those of a command to one `find`, and not to another. */
  #doubtful = 0;

  constructor(words: Words, begin: number) {
    this.#words = words;
    this.#at = begin;
  }

  read(): FindTree {
    return this.#parted('each', /^\)$/, () => this.#list());
  }

  #isNext(pattern: RegExp): boolean {
    return pattern.test(this.#words[this.#at] ?? '');
  }

  #parted(kind: 'any' | 'each', mark: RegExp, read: () => FindTree): FindTree {
    const parts = [read()];
    for (; this.#isNext(mark); parts.push(read())) this.#at += 1;
    if (kind === 'each' && parts.length > 1) this.isWhole = false;
    return { kind, parts };
  }

  #list(): FindTree {
    return this.#parted('each', /^,$/, () => this.#parted('any', /^-or?$/, () => this.#all()));
  }

  #all(): FindTree {
    const parts: FindTree[] = [];
    let isDue = true;
    while (this.#at < this.#words.length && !this.#isNext(/^(?:-or?|,|\))$/)) {
      const isJoint = this.#isNext(/^-a(?:nd)?$/);
      if (isJoint) this.#at += 1;
      else parts.push(this.#one());
      if (isJoint && isDue) this.isWhole = false;
      isDue = isJoint;
    }
    if (isDue) this.isWhole = false;
    return { kind: 'all', parts };
  }

  #one(): FindTree {
    let isDenied = false;
    for (; this.#isNext(/^(?:!|-not)$/); this.#at += 1) isDenied = !isDenied;
    const part = this.#isNext(/^\($/) ? this.#inner() : this.#primary();
    return isDenied ? { kind: 'not', part } : part;
  }

  #inner(): FindTree {
    if (this.#depth === mostDepth) {
      this.isTooDeep = true;
      return this.#primary();
    }
    this.#at += 1;
    this.#depth += 1;
    const inner = this.#list();
    this.#depth -= 1;
    if (this.#isNext(/^\)$/)) this.#at += 1;
    else this.isWhole = false;
    return inner;
  }

  #primary(): Primary {
    const at = this.#at;
    if (at >= this.#words.length || this.#isNext(/^(?:-or?|,|\)|-a(?:nd)?)$/)) {
      this.isWhole = false;
      return unknown;
    }
    const name = this.#words[at] ?? null;
    const [sort, width] = sortOf(name);
    const isTest = sort !== 'command' && sort !== 'delete';
    const known = isTest && at < this.#doubtful ? unknown : { ...unknown, sort, name };
    this.#at += 1 + width;
    const given = this.#words.slice(at + 1, this.#at);
    const isSure = sort !== 'unknown' && given.length === width && !given.includes(null);
    const primary = { ...known, at, ...(sort === 'command' ? this.#command() : { given, isSure }) };
    this.primaries.push(primary);
    return primary;
  }

  /** The words of a command, up to `;`, or to `+` behind `{}`. To BusyBox any `+` ends them: what stands behind that is read, too. */
  #command(): Pick<Primary, 'given' | 'isBatch' | 'isSure'> {
    const words = this.#words;
    const from = this.#at;
    const isEnd = (at: number) =>
      words[at] === ';' || (words[at] === '+' && (words[at - 1] === '{}' || words[at - 1] === null));
    while (this.#at < words.length && !this.#isNext(/^[;+]$/)) this.#at += 1;
    const first = this.#at;
    let end = first;
    if (from >= this.#doubtful) {
      while (end < words.length && !isEnd(end)) end += 1;
      if (end > first) this.#doubtful = end;
    }
    this.#at += 1;
    const last = end < words.length ? end : first;
    const given = words.slice(from, last);
    return { given, isBatch: words[last] === '+', isSure: isEnd(first) && !given.includes(null) };
  }
}

/** Reads the expression of a `find` from where it begins (POSIX find, "Operands"; GNU findutils, "Expressions"). */
export function readFindExpression(words: Words, begin: number): FindExpression {
  const reader = new Reader(words, begin);
  if (begin >= words.length) return { tree: { kind: 'all', parts: [] }, primaries: [], isWhole: true };
  const tree = reader.read();
  const { primaries, isWhole, isTooDeep } = reader;
  if (!isTooDeep) return { tree, primaries, isWhole };
  // Each may be done then, and nothing that decides about it is certain.
  const parts = primaries.map((one): FindTree => ({ kind: 'all', parts: [unknown, one] }));
  return { tree: { kind: 'each', parts }, primaries, isWhole: false };
}
