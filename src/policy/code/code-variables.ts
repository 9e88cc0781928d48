import { elementsOf } from './elements.ts';
import type { CodeToken } from './tokens.ts';

const mostVariables = 4096;
const mostArguments = 500;
/** Tokens and characters of what a variable holds, and texts that a loop gives one. */
const mostHeld = 32;
const longestHeld = 1000;
const mostRounds = 256;

/** What ends an argument that stands without parentheses. */
const ending = /^[;\n})\]]$|^(?:\|\||&&|or|and|if|unless|do|then|rescue)$/;

/** The tokens of the arguments that begin at `start`, and where they end. */
export function argumentsAt(
  tokens: readonly CodeToken[],
  start: number,
  isList = false,
): { readonly given: readonly CodeToken[]; readonly end: number } {
  const isWrapped = (isList || tokens[start]?.text === '(') && tokens[start]?.kind === 'mark';
  let depth = 0;
  const last = Math.min(tokens.length, start + mostArguments);
  for (let index = start; index < last; index += 1) {
    const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
    if (kind === 'text') continue;
    if (!isWrapped && depth === 0 && ending.test(text))
      return { given: tokens.slice(start, index), end: index };
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    if (isWrapped && depth === 0) return { given: tokens.slice(start, index), end: index };
  }
  return { given: tokens.slice(start, last), end: last };
}

/** What code gives its variables: `cmd = ["rm", "x"]`. */
export class Variables {
  readonly #values = new Map<string, readonly CodeToken[]>();
  readonly #loops = new Map<string, readonly CodeToken[]>();
  /** Whether there is more than is kept. */
  isCut = false;

  constructor(tokens: readonly CodeToken[]) {
    for (const [index, { kind, text }] of tokens.entries()) {
      if (kind === 'name' && /^(in|of)$/.test(text)) this.#noteLoop(tokens, index);
      const next = tokens[index + 1];
      if (kind === 'name') this.#noteAdded(tokens, index);
      if (kind !== 'name' || next?.kind !== 'mark' || next.text !== '=') continue;
      const isList = tokens[index - 1]?.text === '@';
      const isCall = tokens[index + 2]?.text === '(' && !isList;
      const { given } = isCall ? { given: [] } : argumentsAt(tokens, index + 2);
      this.isCut ||= this.#values.size >= mostVariables;
      if (this.isCut || given.length > mostHeld) continue;
      if (elementsOf(given)[0]?.isKnown === true) this.#values.set(text.replace(/^\$/, ''), given);
    }
  }

  /** Notes what is added to a text or a list: `cmd += ["x"]`, `cmd.extend(["x"])`. */
  #noteAdded(tokens: readonly CodeToken[], index: number): void {
    const { text = '' } = tokens[index] ?? {};
    const isSum = tokens[index + 1]?.text === '+' && tokens[index + 2]?.text === '=';
    const [, list] = /^\$?(\w+)\.(?:extend|append|push)$/.exec(text) ?? [];
    const name = isSum ? text.replace(/^\$/, '') : list;
    const before = name === undefined ? undefined : this.#values.get(name);
    if (name === undefined || before === undefined) return;
    const { given } = argumentsAt(tokens, index + (isSum ? 3 : 1));
    const comma: readonly CodeToken[] = isSum ? [] : [{ kind: 'mark', text: ',' }];
    if (before.length + given.length <= mostHeld) this.#values.set(name, [...before, ...comma, ...given]);
  }

  /** Notes what a loop gives its variable one at a time: `for c in ["ls", "pwd"]`. */
  #noteLoop(tokens: readonly CodeToken[], index: number): void {
    const name = tokens[index - 1];
    if (name?.kind !== 'name' || !/^[[(]$/.test(tokens[index + 1]?.text ?? '')) return;
    const found = elementsOf(argumentsAt(tokens, index + 1, true).given);
    this.isCut ||= found.length > mostRounds;
    if (this.isCut) return;
    const texts = found.flatMap(({ text, isKnown }): readonly CodeToken[] =>
      isKnown ? [{ kind: 'text', text, quote: '"' }] : [],
    );
    if (texts.length > 0) this.#loops.set(name.text.replace(/^\$/, ''), texts);
  }

  /** Tokens once for each text of a loop's variable among them. */
  readings(tokens: readonly CodeToken[]): readonly (readonly CodeToken[])[] {
    const isLooped = ({ kind, text }: CodeToken) =>
      kind === 'name' && this.#loops.has(text.replace(/^\$/, ''));
    const looped = this.#loops.size === 0 ? undefined : tokens.find(isLooped);
    if (looped === undefined) return [this.put(tokens)];
    const texts = this.#loops.get(looped.text.replace(/^\$/, '')) ?? [];
    return texts.map((text) => this.put(tokens.map((token) => (token.text === looped.text ? text : token))));
  }

  /** A text with the variables that stand in it, as far as they hold one. */
  #filled(text: string): string {
    return text.replace(/\$\{(\w+)\}|\$(\w+)/g, (whole, braced?: string, bare?: string) => {
      const [value, ...others] = elementsOf(this.#values.get(braced ?? bare ?? '') ?? []);
      const isOne = value?.isKnown === true && others.length === 0 && value.text.length <= longestHeld;
      return isOne ? value.text : whole;
    });
  }

  /** Tokens with what variables among them and in their texts hold. */
  put(tokens: readonly CodeToken[]): readonly CodeToken[] {
    const whole = tokens.flatMap(
      (token) =>
        (token.kind === 'name' ? this.#values.get(token.text.replace(/^\$/, '')) : undefined) ?? [token],
    );
    return whole.map((token) =>
      token.kind === 'text' && token.text.includes('$')
        ? { ...token, text: this.#filled(token.text) }
        : token,
    );
  }
}
