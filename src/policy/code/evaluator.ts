import { type Arguments, nothing } from './arguments.ts';
import { type Binding, Bindings, environment, folder, mostBindings, plainName } from './bindings.ts';
import { chainStart } from './chains.ts';
import { ExpressionReader } from './expression.ts';
import { filledText } from './filled-text.ts';
import { FunctionResults } from './function-results.ts';
import type { Given } from './known-functions.ts';
import { methodOf } from './known-methods.ts';
import type { CodeLanguage } from './language.ts';
import { elementsOf, type ListForm, usualLists } from './lists.ts';
import type { Scope } from './scope.ts';
import { type CodeToken, tokensOf } from './tokens.ts';
import { itemsOf, joined, knownText, listOf, tableOf, textOf, unknown, type Value } from './value.ts';
import { Worlds } from './worlds.ts';

const mostOuter = 4096;

/** Names in the code that may be variables of the environment. */
function namesIn(tokens: readonly CodeToken[]): readonly string[] {
  const names = new Set<string>();
  for (const { text, raw = text } of tokens)
    for (const [name] of raw.matchAll(/[A-Za-z_]\w{0,63}/g)) if (names.size < mostOuter) names.add(name);
  return [...names];
}

/** Most steps for all evaluation of a code, depending on its length; beyond that, each call gets the minimum. */
const mostSteps = 600_000;
const leastSteps = 20_000;
const stepsForToken = 200;
const mostForOne = 100_000;
const leastForOne = 1000;
/** Most readings of one call, and most nested names. */
const mostReadings = 1024;
const deepest = 24;

/** Evaluates expressions as far as they are known: for finding dangers, never for allowing. */
export class Evaluator implements Scope {
  readonly given: Given;
  readonly concatenates: boolean;
  readonly lists: ListForm;
  readonly #tokens: readonly CodeToken[];
  readonly #language: CodeLanguage;
  readonly #bindings: Bindings;
  readonly #results: FunctionResults;
  readonly #worlds = new Worlds();
  #outerNames: readonly { readonly name: string; readonly texts: readonly string[] }[] | null = null;
  readonly #always = new Map<Binding | number, Value>();
  readonly #now = new Map<Binding | number, Value>();
  /** Bindings whose expressions are being evaluated. */
  readonly #reading = new Set<Binding>();
  #steps = 0;
  /** The number of steps at which evaluation of the current call stops. */
  #until = Number.POSITIVE_INFINITY;
  readonly #most: number;
  #depth = 0;
  /** Whether names are taken as unknown. */
  #isPlain = false;
  /** Whether a limit was reached. */
  isCut = false;

  constructor(tokens: readonly CodeToken[], language: CodeLanguage, given: Given) {
    this.#tokens = tokens;
    this.#language = language;
    this.#bindings = new Bindings(tokens, language);
    this.#results = new FunctionResults(this.#bindings.functions, tokens);
    this.given = given;
    this.concatenates = language.concatenates === true;
    this.lists = language.lists ?? usualLists;
    this.#most = Math.min(mostSteps, leastSteps + stepsForToken * tokens.length);
  }

  isOver(): boolean {
    this.spend(1);
    return this.#steps > this.#until;
  }

  spend(steps: number): void {
    this.#steps += steps;
  }

  /** Evaluates once per reading, or only once if the result does not depend on a choice. */
  #remembered(key: Binding | number, evaluate: () => Value): Value {
    const known = this.#always.get(key) ?? this.#now.get(key);
    if (known !== undefined) return known;
    const { asked } = this.#worlds;
    const value = evaluate();
    (this.#worlds.asked === asked ? this.#always : this.#now).set(key, value);
    return value;
  }

  /**
   * Calls `read` for each combination of values that names may have; it returns whether all was known. If there are too many,
   * it is read once more with names unknown, and the limit is noted if most readings were known.
   */
  readings(read: () => boolean): void {
    this.#until = this.#steps + (this.#steps < this.#most ? mostForOne : leastForOne);
    let [all, known] = [0, 0];
    const isWhole = this.#worlds.each(mostReadings, () => {
      this.#now.clear();
      if (this.#steps > this.#until) return false;
      all += 1;
      known += read() ? 1 : 0;
      return true;
    });
    if (isWhole) return;
    this.isCut ||= known * 2 > all;
    this.#until = Number.POSITIVE_INFINITY;
    this.#isPlain = true;
    read();
    this.#isPlain = false;
  }

  /** The arguments of a call. */
  argumentsAt(index: number): Arguments {
    return new ExpressionReader(this.#tokens, index, { scope: this }).arguments();
  }

  /** The value that the last member of a name is called on. */
  calledOf(index: number): Value {
    const text = (this.#tokens[index]?.text ?? '').replace(/(?:\??\.|->|::)?[\w$]+[?!]?$/, '');
    const start = chainStart(this.#tokens, index);
    const before = this.#tokens.slice(start, index);
    const chain: readonly CodeToken[] = text === '' ? before : [...before, { kind: 'name', text }];
    return chain.length === 0 ? unknown : this.comesTo(chain, index);
  }

  either(place: string, values: readonly Value[]): Value {
    return values[this.#worlds.pick(place, values.length)] ?? unknown;
  }

  /** The bindings of a name, except for those being evaluated: `c` in `c = c + "x"` has its earlier value. */
  #bindingsOf(name: string, position: number): readonly Binding[] {
    const found = this.#bindings.of(name, position);
    const own = this.#reading.size === 0 ? undefined : found.find((binding) => this.#reading.has(binding));
    if (own === undefined) return found;
    return this.#bindings.of(name, own.position - 1).filter((binding) => !this.#reading.has(binding));
  }

  valueOf(name: string, position: number): Value {
    const found = this.#bindingsOf(name, position);
    if (this.#isPlain || this.#depth >= deepest || this.isOver()) return unknown;
    if (found.length === 0) return plainName(name) === environment ? this.#outer() : unknown;
    this.isCut ||= found.length >= mostBindings;
    this.#depth += 1;
    const place = `${name} ${found.map((binding) => binding.position).join(' ')}`;
    this.spend(found.length);
    const binding = found[this.#worlds.pick(place, found.length)];
    const read = () => this.#bound(binding, { name, position });
    const value = binding === undefined || binding.kind === 'each' ? read() : this.#remembered(binding, read);
    this.#depth -= 1;
    return value;
  }

  resultOf(name: string): Value {
    if (this.#isPlain || this.#depth >= deepest || this.isOver()) return unknown;
    const results = this.#results.of(name);
    this.spend(results.length);
    const start = results[this.#worlds.pick(`result ${name}`, results.length)];
    if (start === undefined) return unknown;
    this.#depth += 1;
    const value = this.#at(start);
    this.#depth -= 1;
    return value;
  }

  /** The value of separate tokens, with names as at a position. */
  comesTo(tokens: readonly CodeToken[], position: number): Value {
    return new ExpressionReader(tokens, 0, { scope: this, position }).read();
  }

  #at(start: number): Value {
    return new ExpressionReader(this.#tokens, start, { scope: this }).read();
  }

  #bound(binding: Binding | undefined, { name, position }: { name: string; position: number }): Value {
    if (binding === undefined) return unknown;
    const { kind, start } = binding;
    // An appended value has nothing to add to if all bindings are later, or are this one.
    const first = this.#bindings.of(name, binding.position - 1)[0]?.position ?? binding.position;
    const before = (otherwise: Value = unknown) =>
      first < binding.position ? this.valueOf(name, binding.position - 1) : otherwise;
    switch (kind) {
      case 'value':
        return this.#one(this.#own(binding), binding);
      case 'each':
        return this.#each(binding, position);
      case 'parameter':
        return this.#parameter(binding);
      case 'added':
        return joined(before(), this.#at(start));
      case 'extended':
        return this.argumentsAt(start).placed.reduce(joined, before());
      case 'appended':
        return joined(before(listOf([])), listOf(this.argumentsAt(start).placed));
      case 'entry': {
        const key = typeof binding.key === 'string' ? binding.key : knownText(this.#at(binding.key ?? 0));
        return this.#with(before(), key === null ? [] : [[key, this.#at(start)]]);
      }
      case 'entries':
        return this.#with(before(), this.#entries(this.argumentsAt(start)));
    }
  }

  #own(binding: Binding): Value {
    this.#reading.add(binding);
    const value = this.#at(binding.start);
    this.#reading.delete(binding);
    return value;
  }

  /** The part of a value that one of several names gets. */
  #one(value: Value, { at, member, isRest }: Pick<Binding, 'at' | 'member' | 'isRest'>): Value {
    if (member !== undefined) return methodOf('get', value, { ...nothing, placed: [textOf(member)] });
    if (at === null) return value;
    const items = elementsOf(value, this.lists);
    return isRest === true ? listOf(items?.slice(at) ?? [unknown]) : (items?.[at] ?? unknown);
  }

  #with(value: Value, entries: Iterable<readonly [string, Value]>): Value {
    return tableOf([...(value.kind === 'table' ? value.entries : []), ...entries]);
  }

  #entries({ placed, named }: Arguments): readonly (readonly [string, Value])[] {
    const [first, second] = placed;
    if (first?.kind === 'table') return [...first.entries];
    const [, key = knownText(first), value = null] = /^(\w+)=(.*)$/s.exec(knownText(first) ?? '') ?? [];
    if (key === null) return [...named];
    return [[key, value === null ? (second ?? unknown) : textOf(value)]];
  }

  #each(binding: Binding, position: number): Value {
    const { start, end, at } = binding;
    const list = this.#remembered(start, () => this.#listOf(start, end));
    const items = elementsOf(list, this.lists) ?? [];
    const item = this.either(`each ${start}`, items);
    const isWild = [item, ...(itemsOf(item) ?? [])].some((part) => knownText(part)?.includes('*') === true);
    if (isWild && this.#bindings.isTested(binding.position, position)) return unknown;
    if (list.kind !== 'table' || at === null) return this.#one(item, binding);
    return at === 1 ? (list.entries.get(knownText(item) ?? '') ?? unknown) : item;
  }

  #listOf(start: number, end: number | undefined): Value {
    if (end === undefined) return this.#at(start);
    if (end === start + 1) return this.calledOf(start);
    return this.comesTo(this.#tokens.slice(start, end), start);
  }

  #parameter({ of, at }: Binding): Value {
    const parameter = of?.parameters[at ?? 0];
    if (of === undefined || parameter === undefined) return unknown;
    const call = of.calls[this.#worlds.pick(`call ${of.position}`, of.calls.length)];
    const { placed, named } = call === undefined ? nothing : this.argumentsAt(call);
    if (parameter.isRest) return { kind: 'list', items: placed.slice(at ?? 0) };
    const value = named.get(parameter.name) ?? placed[at ?? 0];
    if (value !== undefined) return value;
    return parameter.otherwise === null ? unknown : this.#at(parameter.otherwise);
  }

  /** The initial environment, with all variables that the code mentions. */
  #outer(): Value {
    this.#outerNames ??= namesIn(this.#tokens)
      .map((name) => ({ name, texts: this.given.environment(name) }))
      .filter(({ texts }) => texts.length > 0);
    return tableOf(
      this.#outerNames.map(({ name, texts }) => [
        name,
        this.either(
          `outer ${name}`,
          texts.map((text) => textOf(text)),
        ),
      ]),
    );
  }

  /** The environment and folder that the code has set before a position. */
  surroundings(position: number): { readonly environment: Value; readonly folder: Value } {
    return { environment: this.valueOf(environment, position), folder: this.valueOf(folder, position) };
  }

  filled(token: CodeToken, position: number): Value {
    return filledText(token, this.#language, (code) => (this.isOver() ? null : this.#inner(code, position)));
  }

  #inner(code: string, position: number): Value {
    const tokens = tokensOf(code, this.#language);
    this.spend(code.length);
    return tokens.length === 0 ? unknown : this.comesTo(tokens, position);
  }
}
