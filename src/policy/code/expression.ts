import { type Arguments, nothing } from './arguments.ts';
import { before, defining, following, getting, listing, literal, looping } from './code-words.ts';
import { constantOf, functionOf } from './known-functions.ts';
import { methodOf } from './known-methods.ts';
import { elementOf } from './lists.ts';
import { binding, marked, operated, together } from './operators.ts';
import type { Scope } from './scope.ts';
import { TokenCursor } from './token-cursor.ts';
import type { CodeToken } from './tokens.ts';
import { itemsOf, joined, knownText, textOf, unknown, type Value } from './value.ts';

const deepest = 64;

/** Reads one expression and evaluates it, as far as it is known. */
export class ExpressionReader extends TokenCursor {
  readonly #scope: Scope;
  /** The position at which names are read if the tokens are not those of the code; null if they are. */
  readonly #position: number | null;
  /** The loop variables of list comprehensions. */
  readonly #own = new Map<string, Value>();
  #depth = 0;

  constructor(
    tokens: readonly CodeToken[],
    at: number,
    { scope, position = null }: { scope: Scope; position?: number | null },
  ) {
    super(tokens, at);
    this.#scope = scope;
    this.#position = position;
  }

  protected override skip(): void {
    const from = this.at;
    super.skip();
    this.#scope.spend(this.at - from);
  }

  get #here(): number {
    return this.#position ?? this.at;
  }

  /** Reads an expression with operators of at least this precedence. */
  read(least = 0): Value {
    if (this.#depth >= deepest || this.#scope.isOver()) {
      this.skip();
      return unknown;
    }
    this.#depth += 1;
    let value = this.#behind(this.#operand());
    for (;;) {
      const { kind, text } = this.next();
      const isBeside =
        this.#scope.concatenates && (kind === 'text' || /^[\w$(]/.test(text)) && !following.test(text);
      if (isBeside && least <= 5) {
        value = joined(value, this.read(6));
        continue;
      }
      const binds = kind === 'text' ? undefined : Object.hasOwn(binding, text) ? binding[text] : undefined;
      if (binds === undefined || binds < least || this.#scope.isOver()) break;
      const place = this.#here;
      this.at += 1;
      value = this.#operated(value, text, { binds, place });
    }
    this.#depth -= 1;
    return value;
  }

  #operated(left: Value, operator: string, { binds, place }: { binds: number; place: number }): Value {
    if (operator === '?' || operator === 'if') return this.#chosen(left, operator, place);
    const right = this.read(binds + 1);
    if (operator === '||' || operator === 'or') return this.#either(place, [left, right]);
    if (operator === '&&' || operator === 'and') return right;
    return operated(left, operator, right);
  }

  /** Handles `x if c else y`, `c ? x : y` and `a ?? b`. */
  #chosen(left: Value, operator: string, place: number): Value {
    if (this.is(/^\?$/)) {
      this.at += 1;
      return this.#either(place, [left, this.read(2)]);
    }
    const first = this.read(1);
    const isElse = operator === 'if' ? this.next().text === 'else' : this.is(/^:$/);
    if (!isElse) return operator === 'if' ? left : unknown;
    this.at += 1;
    return this.#either(place, [operator === 'if' ? left : first, this.read(1)]);
  }

  /** One of the values of which anything is known. */
  #either(place: number, values: readonly Value[]): Value {
    return this.#scope.either(
      `${place}`,
      values.filter((value) => value !== unknown),
    );
  }

  #operand(): Value {
    const token = this.next();
    if (token.kind === 'text') return this.#text();
    if (token.kind === 'name') return this.#name(token.text);
    if (/^\d+$/.test(token.text)) {
      this.at += 1;
      return textOf(token.text);
    }
    if (/^[([{]$/.test(token.text)) return this.#bracketed(token.text);
    // A spread, a reference, an array sigil, a sign.
    if (/^(?:[*.@&:\\+-]|\.\.|!)$/.test(token.text)) {
      this.at += 1;
      const spread = token.text === '..' ? this.next() : token;
      if (spread.kind === 'name' && spread.text.startsWith('.')) return this.#name(spread.text.slice(1));
      return marked(token.text, this.read(7));
    }
    return unknown;
  }

  #text(): Value {
    let value: Value | null = null;
    for (let token = this.next(); token.kind === 'text'; token = this.next()) {
      const own = token.runs === true ? unknown : this.#scope.filled(token, this.#here);
      value = value === null ? own : joined(value, own);
      this.at += 1;
    }
    return value ?? unknown;
  }

  #bracketed(open: string): Value {
    const given = this.arguments();
    if (!this.is(/^=>$/)) return together(given, open, this.tokens[this.at - 2]?.text === ',');
    this.skip();
    return unknown;
  }

  /** Reads what is in brackets, or the arguments up to the end of a statement. */
  arguments(): Arguments {
    const given = { placed: [], named: new Map<string, Value>() };
    const isWrapped = this.is(/^[([{]$/);
    const isTable = this.is(/^\{$/);
    if (isWrapped) this.at += 1;
    this.brackets += isWrapped ? 1 : 0;
    const ending = isWrapped ? /^[)\]};]$/ : /^[)\]};\n]$/;
    while (this.at < this.tokens.length && !this.is(ending)) {
      const start = this.at;
      this.#argument(given, isTable);
      if (!this.is(/^(?:,|=>)$/)) this.skipArgument(isWrapped);
      if (this.is(/^(?:,|=>)$/) || this.at === start) this.at += 1;
    }
    this.brackets -= isWrapped ? 1 : 0;
    if (isWrapped && this.at < this.tokens.length && !this.is(/^;$/)) this.at += 1;
    return given;
  }

  #argument({ placed, named }: { placed: Value[]; named: Map<string, Value> }, isTable: boolean): void {
    const start = this.at;
    const isSpread = this.is(/^(?:\*|\.\.)$/);
    const { kind, text } = this.next();
    const isShort = isTable && kind === 'name' && /^[,}]$/.test(this.tokens[this.at + 1]?.text ?? '');
    const name = isShort ? text : this.#named(isTable);
    const value = this.read();
    if (name !== null) named.set(name, value);
    else if (isSpread && value.kind === 'table')
      for (const [key, entry] of value.entries) named.set(key, entry);
    else this.#place(value, { placed, start, isSpread });
  }

  /** Reads the name of an argument or the key of an entry; null for none. */
  #named(isTable: boolean): string | null {
    const key = this.takeKey(isTable);
    if (key === null) return null;
    return key.kind === 'text' ? (knownText(this.#scope.filled(key, this.#here)) ?? '') : key.text;
  }

  /** Adds a value, or the values of a comprehension behind it: `[f(x) for x in y]`. */
  #place(
    value: Value,
    { placed, start, isSpread }: { placed: Value[]; start: number; isSpread: boolean },
  ): void {
    const { kind, text } = this.next();
    const name = this.tokens[this.at + 1];
    if (
      kind !== 'name' ||
      !looping.test(text) ||
      name?.kind !== 'name' ||
      this.tokens[this.at + 2]?.text !== 'in'
    ) {
      if (isSpread && value.kind === 'list') placed.push(...value.items);
      else placed.push(value);
      return;
    }
    this.at += 3;
    const items = itemsOf(this.read(2));
    const end = this.at;
    if (items === null) placed.push(value);
    for (const item of items ?? []) {
      this.#own.set(name.text, item);
      this.at = start;
      placed.push(this.read());
    }
    this.#own.delete(name.text);
    this.at = end;
  }

  #name(text: string): Value {
    const here = this.#here;
    this.at += 1;
    if (before.test(text)) return this.read(7);
    if (literal.test(text)) return unknown;
    if (text === 'shift' && !this.is(/^\($/)) return this.#shifted(here);
    if (this.is(/^=>$/) || (defining.test(text) && (this.next().kind === 'name' || this.is(/^[({:]$/)))) {
      this.skip();
      return unknown;
    }
    const [, called = '', member = ''] = /^(.*?)(?:\??\.|::|->)?([\w$]+[?!]?)$/s.exec(text) ?? [];
    const isListing =
      listing.test(text) && /^[\w$@"]/.test(this.next().kind === 'text' ? '"' : this.next().text);
    const isTabled = this.is(/^\{$/) && /^i?pairs$/.test(text);
    if (this.is(/^\($/) || isListing || isTabled) return this.#called(text, { called, member, here });
    return this.#variable(text, { called, member, here });
  }

  /** The first argument of a function, or of the code itself. */
  #shifted(here: number): Value {
    const own = this.#variableOf('_', here);
    const list = own.kind === 'list' ? own : this.#variableOf('ARGV', here);
    return methodOf('first', list);
  }

  #called(text: string, { called, member, here }: { called: string; member: string; here: number }): Value {
    const given = this.is(/^\{$/) ? { ...nothing, placed: [this.read(7)] } : this.arguments();
    const known = getting.test(text)
      ? methodOf('get', this.#variableOf('ENV', here), given)
      : functionOf(text, given);
    if (known !== null) return known;
    if (called === '' || /^(?:self|this|cls)$/.test(called)) return this.#scope.resultOf(member);
    return methodOf(member, this.#variableOf(called, here), given);
  }

  #variable(text: string, { called, member, here }: { called: string; member: string; here: number }): Value {
    const whole = this.#variableOf(text, here);
    if (whole !== unknown || called === '') return whole;
    const base = this.#variableOf(called, here);
    if (base !== unknown) return methodOf(member, base, nothing);
    return /^(?:self|this|cls|@|[A-Z]\w*)$/.test(called) ? this.#variableOf(member, here) : unknown;
  }

  #variableOf(name: string, here: number): Value {
    const value = this.#own.get(name) ?? this.#scope.valueOf(name, here);
    return value === unknown ? (constantOf(name, this.#scope.given) ?? unknown) : value;
  }

  /** Reads what follows an operand: `[…]`, `.name`, `.name(…)`. */
  #behind(operand: Value): Value {
    let value = operand;
    for (;;) {
      const { kind, text } = this.next();
      const isElement =
        this.is(/^\[$/) || (this.is(/^\{$/) && /^\$/.test(this.tokens[this.at - 1]?.text ?? ''));
      if (isElement) value = this.#element(value);
      else if (kind === 'mark' && text === '(' && !this.#scope.concatenates) {
        this.arguments();
        value = unknown;
      } else if (kind === 'name' && /^(?:\??\.|->|::)/.test(text)) value = this.#member(value, text);
      else return value;
    }
  }

  #member(base: Value, text: string): Value {
    const members = text.split(/\??\.|->|::/).filter((member) => member !== '' && member !== '$');
    this.at += 1;
    const isCalled = this.is(/^\($/);
    return members.reduce((value, member, index) => {
      const given = isCalled && index === members.length - 1 ? this.arguments() : nothing;
      return methodOf(member, value, given);
    }, base);
  }

  /** Handles `[1]`, `[1:]`, `[::-1]`, `["k"]` and `{k}`. */
  #element(base: Value): Value {
    const isSymbol = base.kind === 'table' && this.is(/^:$/, 1) && this.next(2).kind === 'name';
    const isBare = isSymbol || (this.is(/^\{$/) && this.next(1).kind === 'name');
    this.at += isSymbol ? 2 : 1;
    this.brackets += 1;
    const parts: Value[] = [];
    const key = isBare ? this.next().text : null;
    while (this.at < this.tokens.length && !this.is(/^[\]};]$/)) {
      const start = this.at;
      if (this.is(/^(?::|\.\.)$/)) {
        parts.push(unknown);
        this.at += 1;
      } else parts.push(this.read(5));
      if (this.at === start) this.at += 1;
    }
    this.brackets -= 1;
    this.at += 1;
    if (key !== null) return methodOf('get', base, { ...nothing, placed: [textOf(key)] });
    return elementOf(base, parts, this.#scope.lists);
  }
}
