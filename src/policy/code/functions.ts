import type { CodeToken } from './tokens.ts';

export interface Parameter {
  readonly name: string;
  /** Whether it holds all arguments from it on. */
  readonly isRest: boolean;
  /** Where what it holds by default begins; null without. */
  readonly otherwise: number | null;
}

/** A function of the code. */
export interface CodeFunction {
  readonly name: string;
  /** Where its parameters stand, and where its body begins. */
  readonly position: number;
  readonly body: number;
  readonly parameters: readonly Parameter[];
  /** Where the arguments begin with which it is called. */
  readonly calls: readonly number[];
}

const mostFunctions = 1024;
const mostCalls = 2048;
const mostLiterals = 16;
/** Tokens of parameters, and between them and the body. */
const mostTokens = 96;

const defining = /^(?:def|defp|function|sub|fn|func|lambda)$/;

class FunctionFinder {
  readonly #tokens: readonly CodeToken[];
  readonly found: CodeFunction[] = [];

  constructor(tokens: readonly CodeToken[]) {
    this.#tokens = tokens;
  }

  #mark(index: number): string {
    const { kind, text } = this.#tokens[index] ?? { kind: 'mark', text: '' };
    return kind === 'mark' ? text : '';
  }

  #name(index: number): string {
    const { kind, text } = this.#tokens[index] ?? { kind: 'mark', text: '' };
    return kind === 'name' ? text : '';
  }

  /** What takes parameters up to a mark that ends them, and where that is. */
  #parameters(
    start: number,
    ending: RegExp,
  ): { readonly parameters: readonly Parameter[]; readonly end: number } {
    const parameters: Parameter[] = [];
    let depth = 0;
    let isNew = true;
    let index = start;
    for (; index < start + mostTokens && index < this.#tokens.length; index += 1) {
      const mark = this.#mark(index);
      if (depth === 0 && ending.test(mark)) break;
      if (/^[([{]$/.test(mark)) depth += 1;
      else if (/^[)\]}]$/.test(mark)) depth -= 1;
      else if (mark === ',' && depth === 0) isNew = true;
      const name = this.#name(index);
      const next = this.#name(index + 1);
      if (!isNew || name === '' || next.startsWith('$')) continue;
      isNew = false;
      const isRest = /^(?:\*|\.|\.\.|@)$/.test(this.#mark(index - 1)) && this.#mark(index - 2) !== '*';
      if (!/^(?:self|cls|this)$/.test(name))
        parameters.push({ name: name.replace(/^[.$]/, ''), isRest, otherwise: this.#otherwise(index + 1) });
    }
    return { parameters, end: index };
  }

  /** `= "x"` behind a parameter, perhaps behind its type. */
  #otherwise(index: number): number | null {
    if (this.#mark(index) === '=') return index + 1;
    return this.#mark(index) === ':' && this.#mark(index + 2) === '=' ? index + 3 : null;
  }

  #note(name: string, position: number, given: { parameters: readonly Parameter[]; end: number }): void {
    if (name === '' || this.found.length >= mostFunctions) return;
    let body = given.end + 1;
    while (body < given.end + mostTokens && /^(?:[:>{\n)-]|=>)$/.test(this.#mark(body))) body += 1;
    // Behind the type of what it gives.
    if (this.#mark(given.end + 1) === '-')
      while (body < given.end + mostTokens && this.#mark(body - 1) !== '\n') body += 1;
    this.found.push({
      name: name.replace(/^\$/, ''),
      position,
      body,
      parameters: given.parameters,
      calls: [],
    });
  }

  /** `def f(a):`, `function f(a) {`, `sub f {`, `def f a, b` */
  defined(index: number): void {
    const isLambda = this.#name(index) === 'lambda';
    const name = isLambda ? this.#assignedTo(index) : this.#name(index + 1) || this.#assignedTo(index);
    const open = this.#mark(index + 1) === '(' ? index + 1 : index + 2;
    const all = [{ name: '_', isRest: true, otherwise: null }];
    if (isLambda) this.#note(name, index, this.#parameters(index + 1, /^:$/));
    else if (this.#mark(open) === '(') this.#note(name, index, this.#parameters(open + 1, /^\)$/));
    else if (this.#mark(open) === '{') this.#note(name, index, { parameters: all, end: open });
    else this.#note(name, index, this.#parameters(open, /^[\n;]$/));
  }

  /** `f = (a, b) => …`, `f = async a => …` */
  arrow(index: number): void {
    let start = index - 1;
    if (this.#mark(start) === ')') while (start > index - mostTokens && this.#mark(start) !== '(') start -= 1;
    const isListed = this.#mark(start) === '(';
    const name = this.#assignedTo(start);
    const from = isListed ? start + 1 : start;
    if (name !== '') this.#note(name, index, { ...this.#parameters(from, /^(?:\)|=>)$/), end: index });
  }

  #assignedTo(index: number): string {
    const before = this.#name(index - 1) === 'async' ? index - 2 : index - 1;
    return this.#mark(before) === '=' ? this.#name(before - 1) : '';
  }
}

/** The arguments behind a name where they stand there as texts and nothing else; null else. */
function literalArguments(tokens: readonly CodeToken[], start: number): string | null {
  for (let at = start; at < start + mostLiterals; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: 'name', text: '' };
    if (kind === 'name') return null;
    if (kind === 'mark' && text === ')') return JSON.stringify(tokens.slice(start, at));
  }
  return null;
}

/** Where functions are called by their names, those with the same texts once. */
function callsOfNames(
  tokens: readonly CodeToken[],
  names: readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const calls = new Map<string, number[]>(names.map((name) => [name, []]));
  const seen = new Set<string>();
  for (const [index, { kind, text }] of tokens.entries()) {
    const name = text.replace(/^(?:self|this|cls|&)?\./, '');
    const places = kind === 'name' ? calls.get(name) : undefined;
    const isDefinition = defining.test(tokens[index - 1]?.text ?? '') || tokens[index + 1]?.text === '=';
    if (places === undefined || isDefinition || places.length >= mostCalls) continue;
    const given = literalArguments(tokens, index + 1);
    if (given !== null && seen.has(name + given)) continue;
    if (given !== null) seen.add(name + given);
    places.push(index + 1);
  }
  return calls;
}

/** The functions of code that have a name, and where they are called. */
export function functionsIn(tokens: readonly CodeToken[]): readonly CodeFunction[] {
  const finder = new FunctionFinder(tokens);
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'name' && defining.test(text) && tokens[index + 1]?.text !== 'in') finder.defined(index);
    else if (kind === 'mark' && text === '=>') finder.arrow(index);
  }
  if (finder.found.length === 0) return [];
  const calls = callsOfNames(
    tokens,
    finder.found.map(({ name }) => name),
  );
  return finder.found.map((found) => ({ ...found, calls: calls.get(found.name) ?? [] }));
}
