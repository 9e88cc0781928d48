import { callsOfNames } from './calls-of-names.ts';
import { definingNamed } from './code-words.ts';
import { type CodeToken, markAt } from './tokens.ts';

export interface Parameter {
  readonly name: string;
  /** Whether it gets all remaining arguments. */
  readonly isRest: boolean;
  /** Where its default value begins; null for none. */
  readonly otherwise: number | null;
}

/** A function in the code. */
export interface CodeFunction {
  readonly name: string;
  /** Where its parameters are, and where its body begins. */
  readonly position: number;
  readonly body: number;
  readonly parameters: readonly Parameter[];
  /** Where the arguments of its calls begin. */
  readonly calls: readonly number[];
}

const mostFunctions = 1024;
/** Most tokens of parameters, and most between them and the body. */
const mostTokens = 96;
/** Most tokens of a function that is called at once. */
const mostBody = 512;

class FunctionFinder {
  readonly #tokens: readonly CodeToken[];
  readonly found: CodeFunction[] = [];

  constructor(tokens: readonly CodeToken[]) {
    this.#tokens = tokens;
  }

  #mark(index: number): string {
    return markAt(this.#tokens, index);
  }

  #name(index: number): string {
    const { kind, text } = this.#tokens[index] ?? { kind: 'mark', text: '' };
    return kind === 'name' ? text : '';
  }

  /** The parameters up to a mark that ends them, and the index of that. */
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

  /** Where the default value behind a parameter, or its type, begins: `= "x"`; null for none. */
  #otherwise(index: number): number | null {
    if (this.#mark(index) === '=') return index + 1;
    return this.#mark(index) === ':' && this.#mark(index + 2) === '=' ? index + 3 : null;
  }

  /** Where the arguments of an anonymous function begin that is called at once: `(lambda c: …)("x")`, `->(c) {…}.call("x")`. */
  #calledAtOnce(position: number): number | null {
    let depth = 0;
    for (let at = position; at < position + mostBody && at < this.#tokens.length; at += 1) {
      const mark = this.#mark(at);
      if (/^[([{]$/.test(mark)) depth += 1;
      else if (/^[)\]}]$/.test(mark)) depth -= 1;
      const args = depth < 0 || (depth === 0 && mark === '}') ? this.#argumentsBehind(at) : null;
      if (args !== null || depth < 0) return args;
    }
    return null;
  }

  /** The start of arguments in the forms `(`, `->(`, `.call(` and `.(`. */
  #argumentsBehind(index: number): number | null {
    const isCalled = /^\.(?:call|apply)$/.test(this.#name(index + 1)) || this.#mark(index + 1) === '.';
    const open = index + (this.#isArrow(index + 1) ? 3 : isCalled ? 2 : 1);
    return this.#mark(open) === '(' ? open : null;
  }

  #isArrow(index: number): boolean {
    return this.#mark(index) === '-' && this.#mark(index + 1) === '>';
  }

  #note(name: string, position: number, given: { parameters: readonly Parameter[]; end: number }): void {
    if (this.found.length >= mostFunctions) return;
    const atOnce = name === '' ? this.#calledAtOnce(position) : null;
    if (name === '' && atOnce === null) return;
    let body = given.end + 1;
    while (body < given.end + mostTokens && /^(?:[:>{\n)-]|=>)$/.test(this.#mark(body))) body += 1;
    // Skips the type of the result.
    if (this.#mark(given.end + 1) === '-')
      while (body < given.end + mostTokens && this.#mark(body - 1) !== '\n') body += 1;
    this.found.push({
      name: name.replace(/^\$/, ''),
      position,
      body,
      parameters: given.parameters,
      calls: atOnce === null ? [] : [atOnce],
    });
  }

  /** Handles `def f(a):`, `function f(a) {`, `sub f {` and `def f a, b`. */
  defined(index: number): void {
    const isLambda = this.#name(index) === 'lambda';
    const name = isLambda ? this.#assignedTo(index) : this.#name(index + 1) || this.#assignedTo(index);
    const open = /^[({]$/.test(this.#mark(index + 1)) ? index + 1 : index + 2;
    const all = [{ name: '_', isRest: true, otherwise: null }];
    if (isLambda) this.#note(name, index, this.#parameters(index + 1, /^:$/));
    else if (this.#mark(open) === '(') this.#note(name, index, this.#parameters(open + 1, /^\)$/));
    else if (this.#mark(open) === '{') this.#note(name, index, { parameters: all, end: open });
    else this.#note(name, index, this.#parameters(open, /^[\n;]$/));
  }

  /** Handles `f = (a, b) => …` and `f = async a => …`. */
  arrow(index: number): void {
    let start = index - 1;
    if (this.#mark(start) === ')') while (start > index - mostTokens && this.#mark(start) !== '(') start -= 1;
    const isListed = this.#mark(start) === '(';
    const name = this.#assignedTo(start);
    const from = isListed ? start + 1 : start;
    this.#note(name, index, { ...this.#parameters(from, /^(?:\)|=>)$/), end: index });
  }

  /** Handles `f = ->(a) { … }`, unless a value precedes it. */
  pointed(index: number): void {
    const before = this.#tokens[index - 1];
    const isBehind = before?.kind === 'mark' ? /^[)\]}]$/.test(before.text) : before !== undefined;
    if (isBehind || !this.#isArrow(index) || this.#mark(index + 2) !== '(') return;
    this.#note(this.#assignedTo(index), index, this.#parameters(index + 3, /^\)$/));
  }

  #assignedTo(index: number): string {
    const before = this.#name(index - 1) === 'async' ? index - 2 : index - 1;
    return this.#mark(before) === '=' ? this.#name(before - 1) : '';
  }
}

/** The named functions of code, with their calls. */
export function functionsIn(tokens: readonly CodeToken[]): readonly CodeFunction[] {
  const finder = new FunctionFinder(tokens);
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind === 'name' && definingNamed.test(text) && tokens[index + 1]?.text !== 'in')
      finder.defined(index);
    else if (kind === 'mark' && text === '=>') finder.arrow(index);
    else if (kind === 'mark' && text === '-') finder.pointed(index);
  }
  if (finder.found.length === 0) return [];
  const calls = callsOfNames(
    tokens,
    finder.found.map(({ name }) => name),
  );
  return finder.found.map((found) => ({
    ...found,
    calls: [...found.calls, ...(calls.get(found.name) ?? [])],
  }));
}
