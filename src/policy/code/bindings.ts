import { type Block, firstBehind, holds, type Standing, standingsOf } from './blocks.ts';
import { type CodeFunction, functionsIn } from './functions.ts';
import type { CodeLanguage } from './language.ts';
import { appendedAt } from './lists.ts';
import type { CodeToken } from './tokens.ts';

/** How a name gets the expression at `start`: as its value, appended to it, as one entry, as its entries, or element by element. */
export type BindingKind =
  | 'value'
  | 'added'
  | 'extended'
  | 'appended'
  | 'entry'
  | 'entries'
  | 'each'
  | 'parameter';

/** A place where code assigns a name. */
export interface Binding {
  readonly kind: BindingKind;
  /** Where it takes effect, and the block it is in. */
  readonly position: number;
  readonly block: Block;
  /** Where the expression begins, and where it ends unless that is evident. */
  readonly start: number;
  readonly end?: number;
  /** Its index if several names are assigned together; null for a single name. */
  readonly at: number | null;
  /** Whether it gets all remaining elements, and the key of the table entry that it gets. */
  readonly isRest?: boolean;
  readonly member?: string;
  /** For an entry, where its key begins, or the key itself. */
  readonly key?: number | string;
  readonly of?: CodeFunction;
}

/** Most names that are assigned together, and most bindings of one name that are searched. */
const mostNames = 8;
export const mostBindings = 256;
/** Most tokens of a list in front of the names that get its elements. */
const mostListed = 512;

const environments = /^(?:(?:os\.)?environb?|process\.env|Deno\.env|\$?ENV|ENVIRON|\$_(?:ENV|SERVER))$/;
/** Pseudo names for the environment of the code and its current folder. */
export const environment = '.environment';
export const folder = '.folder';

const declaring = /^(?:const|let|var|my|our|local|await|val|auto)$/;
/** Methods that pass the elements of a list to a function. */
const handing = /\.(?:forEach|map|flatMap|each|each_with_index|collect|filter_map|each_entry)$/;
const adding = /^\$?([\w.]+)\.(?:(extend|concat|write)|append|push|add)$/;
const merging = /^(.+)\.(?:update|setdefault|set|merge!)$/;

/** A name without sigils. */
export function plainName(text: string): string {
  const name = text.replace(/^[$@]+/, '');
  return environments.test(text) ? environment : name;
}

type Named = Pick<Binding, 'at' | 'isRest' | 'member'> & { readonly name: string };

/** Collects the assignments of names anywhere in code. */
export class Bindings {
  readonly #tokens: readonly CodeToken[];
  /** Whether `=` within parentheses names an argument. */
  readonly #hasNamed: boolean;
  readonly #standings: readonly Standing[];
  readonly #found = new Map<string, Binding[]>();
  readonly functions: readonly CodeFunction[];

  constructor(tokens: readonly CodeToken[], { hasIndents, concatenates }: CodeLanguage) {
    this.#tokens = tokens;
    this.#hasNamed = concatenates !== true;
    this.#standings = standingsOf(tokens, hasIndents === true);
    this.functions = functionsIn(tokens);
    for (const of of this.functions)
      for (const [at, { name }] of of.parameters.entries())
        this.#note(name, { kind: 'parameter', position: of.body, start: of.position, at, of });
    for (const [index, { kind, text }] of tokens.entries()) {
      const added = appendedAt(tokens, index);
      if (added !== null)
        this.#note(added.name, { kind: 'appended', position: index + 1, start: added.start, at: null });
      const isArrow = text === '-' && this.#text(index - 1) === '<' && this.#isName(index - 2);
      if (kind === 'mark' && isArrow) this.#value(this.#text(index - 2), index);
      else if (kind === 'mark' && text === '=' && added === null) this.#assigned(index);
      else if (kind === 'name') this.#named(index, text);
    }
    for (const bindings of this.#found.values()) bindings.sort((a, b) => a.position - b.position);
  }

  #text(index: number): string {
    const { kind, text } = this.#tokens[index] ?? { kind: 'mark', text: '\n' };
    return kind === 'text' ? '""' : text;
  }

  #isName(index: number): boolean {
    return this.#tokens[index]?.kind === 'name';
  }

  #note(name: string, binding: Omit<Binding, 'block'>): void {
    const block = this.#standings[binding.position]?.block ?? { start: -1, end: Number.POSITIVE_INFINITY };
    const known = this.#found.get(plainName(name));
    const noted = { ...binding, block };
    if (known === undefined) this.#found.set(plainName(name), [noted]);
    else known.push(noted);
  }

  /** The comma-separated names before an index, possibly in brackets, each with its place or key. */
  #namesUpTo(last: number, after = last - 4 * mostNames): readonly Named[] {
    let start = last;
    while (start > after && (this.#isListing(start) || this.#isName(start))) start -= 1;
    const names: Named[] = [];
    let at = 0;
    const isTable = this.#text(last) === '}';
    for (let index = start + 1; index <= last; index += 1) {
      const text = this.#text(index);
      if (text === ',') at += 1;
      else if (this.#isName(index) && !declaring.test(text)) {
        const name = text.replace(/^\./, '');
        const isRest = /^(?:\*|\.\.|@)$/.test(this.#text(index - 1));
        names.push({ name, at, ...(isTable && { member: name }), ...(isRest && { isRest }) });
      }
    }
    return names;
  }

  #isListing(index: number): boolean {
    return /^(?:[,()[\]{}@*]|\.\.)$/.test(this.#text(index));
  }

  /** Handles `x = …`, `x += …`, `x: str = …`, `a, b = …` and `x["k"] = …`. */
  #assigned(index: number): void {
    const { isListed = false } = this.#standings[index] ?? {};
    const mark = this.#text(index - 1);
    if (isListed && mark !== ':' && this.#hasNamed) return;
    const at = { position: index + 1, start: index + 1 };
    if (/^[+.:?]$|^\|\|$/.test(mark) && this.#isName(index - 2)) {
      const kind = mark === '+' || mark === '.' ? 'added' : 'value';
      this.#note(this.#text(index - 2), { kind, ...at, at: null });
    } else if (/^[\]}]$/.test(mark) && this.#subscript(index - 1, at)) return;
    else if (this.#isName(index - 1)) this.#assignedNames(index - 1, at);
    else if (/^[\])}]$/.test(mark))
      for (const { name, ...which } of this.#namesUpTo(index - 1))
        this.#note(name, { kind: 'value', ...at, ...which });
  }

  #value(name: string, index: number): void {
    this.#note(name, { kind: 'value', position: index + 1, start: index + 1, at: null });
  }

  #assignedNames(index: number, at: { position: number; start: number }): void {
    const text = this.#text(index);
    const [, table, key] = /^([\w$.]+)\.(\w+)$/.exec(text) ?? [];
    if (table !== undefined && key !== undefined) this.#note(table, { kind: 'entry', ...at, at: null, key });
    const isTyped =
      this.#text(index - 1) === ':' &&
      this.#isName(index - 2) &&
      /^(?:[\n;{]|const|let|var)$/.test(this.#text(index - 3));
    const names = this.#text(index - 1) === ',' ? this.#namesUpTo(index) : [];
    if (isTyped) this.#note(this.#text(index - 2), { kind: 'value', ...at, at: null });
    else if (names.length < 2) this.#note(text, { kind: 'value', ...at, at: null });
    else for (const { name, ...which } of names) this.#note(name, { kind: 'value', ...at, ...which });
  }

  /** Handles `x["k"] = …` and `$x{k} = …`; returns whether it is one. */
  #subscript(close: number, at: { position: number; start: number }): boolean {
    const open = close - 2;
    const isOne = /^[[{]$/.test(this.#text(open)) && this.#isName(open - 1);
    if (!isOne || declaring.test(this.#text(open - 1))) return false;
    const isBare = this.#text(open) === '{' && this.#isName(open + 1);
    const key = isBare ? this.#text(open + 1) : open + 1;
    this.#note(this.#text(open - 1), { kind: 'entry', ...at, at: null, key });
    return true;
  }

  #named(index: number, text: string): void {
    if (/^(?:for|foreach)$/.test(text)) this.#loop(index);
    else if (/^(?:os\.)?putenv$/.test(text)) this.#entries(environment, index);
    else if (/^(?:(?:os|process|Dir|contextlib|FileUtils|Deno)\.)?(?:chdir|cd)$/.test(text))
      this.#entered(index);
    else if (handing.test(text)) this.#handed(index);
    else if (/^(?:map|grep)$/.test(text) && this.#text(index + 1) === '{') this.#mapped(index);
    const [, list, isWhole] = adding.exec(text) ?? [];
    const [, table] = merging.exec(text) ?? [];
    const at = { position: index + 1, start: index + 1, at: null };
    if (list !== undefined)
      this.#note(list, { kind: isWhole === undefined ? 'appended' : 'extended', ...at });
    else if (table !== undefined) this.#entries(table, index);
  }

  #entered(index: number): void {
    this.#value(folder, index);
  }

  #entries(name: string, index: number): void {
    this.#note(name, { kind: 'entries', position: index + 1, start: index + 1, at: null });
  }

  /** Handles `map { … } @x`. */
  #mapped(index: number): void {
    const { end } = this.#standings[index + 2]?.block ?? { end: Number.POSITIVE_INFINITY };
    if (end < this.#tokens.length)
      this.#each([{ name: '_', at: null }], { position: index + 2, start: end + 1 });
  }

  /** Where the names of a loop take effect: at the bracket or statement that the loop is in. */
  #loopStart(index: number): number {
    const { open = -1, isListed = false } = this.#standings[index] ?? {};
    if (isListed) return open;
    if (/^(?:[\n;{}:]|async)$/.test(this.#text(index - 1))) return index;
    for (let at = index; at > Math.max(open, index - 64); at -= 1)
      if (/^[;{}\n]$/.test(this.#text(at))) return at;
    return open;
  }

  /** Handles `for a, b in …`, `for (const x of …)`, `foreach my $x (…)`, `foreach ($list as $x)` and `… for (…)`. */
  #loop(index: number): void {
    const position = this.#loopStart(index);
    const isGiven = this.#text(index) === 'foreach' && this.#text(index + 1) === '(';
    let at = index + 1;
    while (at < index + 4 * mostNames && !/^(?:in|of)$/.test(this.#text(at))) {
      if (this.#text(at) === '(' && this.#text(at - 1).startsWith('$')) break;
      if (!this.#isName(at) && !this.#isListing(at)) break;
      at += 1;
    }
    const names = this.#namesUpTo(at - 1, index);
    if (/^(?:in|of)$/.test(this.#text(at))) this.#each(names, { position, start: at + 1 });
    else if (isGiven && this.#eachAs(index + 2, position)) return;
    else if (this.#text(at) === '(') this.#each(names, { position, start: at });
    else this.#each([{ name: '_', at: null }], { position, start: index + 1 });
  }

  /** Handles `foreach ($list as $key => $x)`; returns whether it is one. */
  #eachAs(start: number, position: number): boolean {
    let end = start;
    while (end < start + mostListed && !/^(?:as|[;{])$/.test(this.#text(end))) end += 1;
    if (this.#text(end) !== 'as') return false;
    const names = [end + 1, end + 3].filter((at) => this.#isName(at)).map((at) => this.#text(at));
    const isPair = this.#text(end + 2) === '=>';
    for (const [at, name] of names.slice(0, isPair ? 2 : 1).entries())
      this.#note(name, { kind: 'each', position, start, end, at: isPair ? at : null });
    return true;
  }

  #each(names: readonly Named[], range: Pick<Binding, 'position' | 'start' | 'end'>): void {
    const [only] = names;
    const isOne = names.length === 1 && only?.member === undefined && only?.at === 0;
    for (const { name, ...which } of names)
      this.#note(name, { kind: 'each', ...range, ...which, ...(isOne && { at: null }) });
  }

  /** Handles `x.forEach(c => …)`, `x.each do |c|` and `x.each { |a, b| … }`. */
  #handed(index: number): void {
    // Without names of their own, blocks of ruby have these.
    const own = ['_1', 'it'].map((name) => ({ name, at: null }));
    if (/^(?:\{|do)$/.test(this.#text(index + 1)))
      this.#each(own, { position: index + 1, start: index, end: index + 1 });
    for (let at = index + 1; at < index + 2 * mostNames; at += 1) {
      const text = this.#text(at);
      const isOver = text === '=>' || (text === '|' && this.#isName(at - 1) && this.#text(at - 1) !== 'do');
      const names = isOver
        ? this.#namesUpTo(at - 1, index).filter(({ name }) => !/^(?:async|do|function)$/.test(name))
        : [];
      if (isOver) this.#each(names, { position: at, start: index, end: index + 1 });
      if (isOver || (!this.#isName(at) && !/^[,(){|[\]]$/.test(text))) return;
    }
  }

  /** The bindings that a name may have at a position: since the last certain one before it, or else all later ones. */
  of(name: string, position: number): readonly Binding[] {
    const all = this.#found.get(plainName(name)) ?? [];
    const behind = firstBehind(all, position);
    const found: Binding[] = [];
    for (let at = behind - 1; at >= 0 && behind - at <= mostBindings; at -= 1) {
      const binding = all[at];
      const isInside = binding !== undefined && holds(binding.block, position);
      if (binding !== undefined && (isInside || binding.kind !== 'parameter')) found.push(binding);
      if (isInside) break;
    }
    if (found.length > 0) return found;
    return all.slice(behind, behind + mostBindings).filter(({ kind }) => kind !== 'parameter');
  }

  /** Whether code between two positions runs conditionally. */
  isTested(from: number, to: number): boolean {
    for (let index = from; index < to; index += 1)
      if (/^(?:if|unless|continue|next|filter|and|or)$|^&&$|^\?$|\.filter$/.test(this.#text(index)))
        return true;
    return false;
  }
}
