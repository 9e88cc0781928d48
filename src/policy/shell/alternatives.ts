/** A range of numbers or letters: `{1..9..2}`, `{a..e}`. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly step: number;
  /** Least width of each number, filled with zeros. */
  readonly width: number;
  readonly isLetters: boolean;
}

/** A piece of a word as written: plain text, a range, or alternatives with the mark before their parenthesis. */
export type Part =
  | { readonly kind: 'text'; text: string }
  | { readonly kind: 'range'; readonly range: Range }
  | { readonly kind: 'each'; readonly all: readonly (readonly Part[])[]; readonly operator: string };

const mostDepth = 64;
const mostParts = 1024;

const numbers = /^(-?\d{1,15})\.\.(-?\d{1,15})(?:\.\.(-?\d{1,15}))?$/;
const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,15}))?$/;

/** The text between braces as a range; null if it is none. */
function rangeIn(text: string): Range | null {
  const isLetters = letters.test(text);
  const [, first = '', last = '', by = '1'] = (isLetters ? letters : numbers).exec(text) ?? [];
  if (first === '') return null;
  const step = Math.abs(Number(by)) || 1;
  if (isLetters) return { from: first.charCodeAt(0), to: last.charCodeAt(0), step, width: 0, isLetters };
  const isPadded = /^-?0\d/.test(first) || /^-?0\d/.test(last);
  const width = isPadded ? Math.max(first.length, last.length) : 0;
  return { from: Number(first), to: Number(last), step, width, isLetters };
}

/** The number of elements of a range. */
export function lengthOf({ from, to, step }: Range): number {
  return Math.floor(Math.abs(to - from) / step) + 1;
}

/** An element of a range as a shell writes it; a letter range may pass other characters, which are escaped. */
export function elementOf({ from, to, step, width, isLetters }: Range, index: number): string {
  const value = from <= to ? from + step * index : from - step * index;
  if (isLetters) return String.fromCharCode(value).replace(/\W/, '\\$&');
  const sign = value < 0 ? '-' : '';
  return sign + String(Math.abs(value)).padStart(width - sign.length, '0');
}

/** The closing marks of nested constructs that are skipped: `$(…)`, `${…}`, `<(…)`. */
const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** The end of a part without alternatives that begins at an index: an escape, quotes, an expansion; the index itself for others. */
function skipped(text: string, at: number): number {
  const [char, next = ''] = [text[at], text[at + 1]];
  if (char === '\\') return at + 2;
  if (char === "'") return endAt(text.indexOf(char, at + 1), text);
  if (char === '"' || char === '`') return quotedEnd(text, at);
  if (char === '$' && next === "'") return quotedEnd(text, at + 1);
  if ((char !== '$' && char !== '<' && char !== '>') || next === '') return at;
  const close = char === '$' || next === '(' ? closing[next] : undefined;
  if (close !== undefined) return closedEnd(text, at + 1, [next, close]);
  return char === '$' && /[@*!?#$-]/.test(next) ? at + 2 : at;
}

function endAt(found: number, text: string): number {
  return found === -1 ? text.length : found + 1;
}

function quotedEnd(text: string, at: number): number {
  const quote = text[at];
  for (let index = at + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === quote) return index + 1;
  }
  return text.length;
}

function closedEnd(text: string, at: number, [open, close]: readonly [string, string]): number {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    const char = text[index];
    if (char === '\\') index += 1;
    else if (char === open) depth += 1;
    else if (char === close) depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
}

/** Alternatives that are not closed yet: their opening, those that are read, and the current one. */
interface Open {
  readonly start: number;
  readonly operator: string;
  readonly all: Part[][];
  current: Part[];
}

/** How alternatives are written: in braces with commas, or in parentheses behind a mark with bars. */
export interface Marks {
  readonly opens: (text: string, at: number) => string | null;
  readonly close: string;
  readonly divides: string;
}

export const braces: Marks = {
  opens: (text, at) => (text[at] === '{' ? '{' : null),
  close: '}',
  divides: ',',
};

export const extendedGlobs: Marks = {
  opens: (text, at) => (text[at + 1] === '(' && /[@?*+!]/.test(text[at] ?? '') ? `${text[at]}(` : null),
  close: ')',
  divides: '|',
};

class PartReader {
  readonly #text: string;
  readonly #marks: Marks;
  #open: Open[] = [{ start: 0, operator: '', all: [], current: [] }];
  #count = 0;

  constructor(text: string, marks: Marks) {
    this.#text = text;
    this.#marks = marks;
  }

  get #last(): Open | undefined {
    return this.#open.at(-1);
  }

  #add(text: string, into = this.#last): void {
    const before = into?.current.at(-1);
    if (before?.kind === 'text') before.text += text;
    else into?.current.push({ kind: 'text', text });
  }

  #addAll(parts: readonly Part[], into = this.#last): void {
    for (const part of parts)
      if (part.kind === 'text') this.#add(part.text, into);
      else into?.current.push(part);
  }

  /** Adds what turned out not to be alternatives as plain text. */
  #addPlain({ operator, all, current }: Open, into = this.#last): void {
    this.#add(operator, into);
    for (const parts of all) {
      this.#addAll(parts, into);
      this.#add(this.#marks.divides, into);
    }
    this.#addAll(current, into);
  }

  #divided(open: Open | undefined): void {
    if (open === undefined) return;
    open.all.push(open.current);
    open.current = [];
  }

  #closed(end: number): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    const isBrace = this.#marks === braces;
    const range = isBrace && open.all.length === 0 ? rangeIn(this.#text.slice(open.start + 1, end)) : null;
    if (range === null && isBrace && open.all.length === 0) {
      this.#addPlain(open);
      this.#add(this.#marks.close);
      return;
    }
    this.#count += 1;
    this.#last?.current.push(
      range === null
        ? { kind: 'each', all: [...open.all, open.current], operator: open.operator }
        : { kind: 'range', range },
    );
  }

  /** The parts of the text; null if there are too many, or they are nested too deeply. */
  read(): readonly Part[] | null {
    let isDeep = false;
    for (let at = 0; at < this.#text.length; at += 1) {
      const end = skipped(this.#text, at);
      if (end > at) {
        this.#add(this.#text.slice(at, end));
        at = end - 1;
        continue;
      }
      const operator = this.#marks.opens(this.#text, at);
      const char = this.#text[at] ?? '';
      if (operator !== null) {
        this.#open.push({ start: at, operator, all: [], current: [] });
        at += operator.length - 1;
      } else if (this.#open.length > 1 && char === this.#marks.divides) {
        this.#divided(this.#last);
      } else if (this.#open.length > 1 && char === this.#marks.close) {
        isDeep ||= this.#open.length > mostDepth && this.#last?.all.length !== 0;
        this.#closed(at);
      } else this.#add(char);
    }
    return isDeep || this.#count > mostParts ? null : this.#folded();
  }

  /** All parts; what was never closed is plain text. */
  #folded(): readonly Part[] {
    const [outer, ...unclosed] = this.#open;
    for (const open of unclosed) this.#addPlain(open, outer);
    return outer?.current ?? [];
  }
}

/** The parts of a word as written; null if there are too many, or they are nested too deeply. */
export function partsOf(text: string, marks: Marks): readonly Part[] | null {
  return new PartReader(text, marks).read();
}
