import { type Candidate, unknownPart } from '../pattern.ts';
import type { CallForm, CodeLanguage } from './languages.ts';
import { type CodeToken, tokensOf } from './tokens.ts';

/** A call that does what a command does, without starting it. */
export interface Deed {
  /** The command that does the same. */
  readonly words: readonly Candidate[];
  /** What is called, with the same operands. */
  readonly shown: readonly Candidate[];
}

/** What code runs and does, as far as its texts tell: for finding dangers, never for allowing. */
export interface CodeCalls {
  readonly commands: readonly (readonly Candidate[])[];
  /** Texts a shell reads. */
  readonly scripts: readonly string[];
  readonly deeds: readonly Deed[];
}

const mostCalls = 256;
const mostArguments = 500;
/** Tokens and characters of what a variable holds. */
const mostHeld = 32;
const longestHeld = 1000;

/** What makes a path or words of a text, and leaves what it says. */
const transparent =
  /^(?:(?:os\.)?path\.(?:expanduser|abspath|realpath|normpath|normalize)|(?:pathlib\.)?Path|shlex\.split|str|c|\.(?:split|expanduser|resolve|strip|trim|to_s))$/;
const transparentMark = /^[()[\]{}+.*~\n]$|^\.\.$/;
/** Names of parameters that hold a command. */
const parameter = /^(?:args|cmd|command)$/;
/** What ends an argument that stands without parentheses. */
const ending = /^[;\n})\]]$|^(?:\|\||&&|or|and|if|unless|do|then|rescue)$/;

/** One argument or element of a list: its text, with a variable for what only the run knows. */
interface Element {
  readonly text: string;
  readonly isKnown: boolean;
}

/** The tokens of the arguments that begin at `start`, and where they end. */
function argumentsAt(
  tokens: readonly CodeToken[],
  start: number,
): { readonly given: readonly CodeToken[]; readonly end: number } {
  const isWrapped = tokens[start]?.text === '(' && tokens[start]?.kind === 'mark';
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

function isTransparent(tokens: readonly CodeToken[], index: number): boolean {
  const { kind, text } = tokens[index] ?? { kind: 'mark', text: '' };
  if (kind === 'name')
    return transparent.test(text) || (parameter.test(text) && /^[=:]$/.test(tokens[index + 1]?.text ?? ''));
  return transparentMark.test(text) || (/^[=:]$/.test(text) && parameter.test(tokens[index - 1]?.text ?? ''));
}

class Elements {
  readonly found: Element[] = [];
  #text = '';
  #isKnown = true;
  #isEmpty = true;

  /** Ends one. */
  close(): void {
    if (!this.#isEmpty) this.found.push({ text: this.#text, isKnown: this.#isKnown });
    [this.#text, this.#isKnown, this.#isEmpty] = ['', true, true];
  }

  add(text: string): void {
    this.#text += text;
    this.#isEmpty = false;
  }

  addUnknown(): void {
    this.add(this.#isKnown ? unknownPart : '');
    this.#isKnown = false;
  }

  addWords(text: string): void {
    this.close();
    for (const word of text.split(/\s+/)) if (word !== '') this.found.push({ text: word, isKnown: true });
  }
}

/** The arguments, those in lists each for itself. */
function elementsOf(tokens: readonly CodeToken[]): readonly Element[] {
  const elements = new Elements();
  for (const [index, token] of tokens.entries()) {
    const { kind, text, splits } = token;
    if (kind === 'mark' && /^(,|=>)$/.test(text)) elements.close();
    else if (kind === 'text' && splits === true) elements.addWords(text);
    else if (kind === 'text' || text === '/') elements.add(text);
    else if (!isTransparent(tokens, index)) elements.addUnknown();
  }
  elements.close();
  return elements.found;
}

/** What code gives its variables: `cmd = ["rm", "x"]`. */
class Variables {
  readonly #values = new Map<string, readonly CodeToken[]>();

  constructor(tokens: readonly CodeToken[]) {
    for (const [index, { kind, text }] of tokens.entries()) {
      const next = tokens[index + 1];
      if (kind !== 'name' || next?.kind !== 'mark' || next.text !== '=') continue;
      const { given } = tokens[index + 2]?.text === '(' ? { given: [] } : argumentsAt(tokens, index + 2);
      if (this.#values.size >= mostCalls || given.length > mostHeld) continue;
      if (elementsOf(given)[0]?.isKnown === true) this.#values.set(text.replace(/^\$/, ''), given);
    }
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

class CallFinder {
  readonly commands: (readonly Candidate[])[] = [];
  readonly scripts: string[] = [];
  readonly deeds: Deed[] = [];

  #run(elements: readonly Element[], repeatsName: boolean): void {
    const [first, ...others] = elements;
    if (first === undefined) return;
    if (/[^\w./~-]/.test(first.text)) this.scripts.push(first.text);
    const rest = others.slice(repeatsName ? 1 : 0).map(({ text, isKnown }) => (isKnown ? text : null));
    if (first.isKnown) this.commands.push([first.text, ...rest]);
  }

  #do(elements: readonly Element[], called: string, { as = [], takesAll }: CallForm): void {
    const texts = elements.map(({ text, isKnown }) => (isKnown ? text : null));
    if (texts[0] === null || texts[0] === undefined) return;
    const operands = takesAll === true ? texts.filter((text) => text !== null) : texts.slice(0, 1);
    this.deeds.push({ words: [...as, ...operands], shown: [called, ...operands] });
  }

  call(called: string, form: CallForm, given: readonly CodeToken[]): void {
    const elements = elementsOf(given);
    if (form.as === undefined) this.#run(elements, form.repeatsName === true);
    else this.#do(elements, called, form);
  }
}

/** Whether a name is followed by its arguments: in parentheses, or a text where the language allows that. */
function isCalled(next: CodeToken | undefined, { juxtaposed }: CodeLanguage): boolean {
  if (next?.kind === 'mark') return next.text === '(';
  return next?.kind === 'text' && (next.splits === true || juxtaposed?.test(next.quote ?? '') === true);
}

/** Finds what code runs. */
export function callsOf(code: string, language: CodeLanguage): CodeCalls {
  const finder = new CallFinder();
  if (language.needs?.test(code) === false) return finder;
  const tokens = tokensOf(code, language);
  const variables = new Variables(tokens);
  let calls = 0;
  for (const [index, token] of tokens.entries()) {
    const { kind, text, runs } = token;
    if (calls >= mostCalls) break;
    if (runs === true) {
      calls += 1;
      finder.scripts.push(...variables.put([token]).map((put) => put.text));
    }
    const forms = kind === 'name' ? language.calls.filter(({ name }) => name.test(text)) : [];
    if (forms.length === 0 || !isCalled(tokens[index + 1], language)) continue;
    calls += 1;
    const { given, end } = argumentsAt(tokens, index + 1);
    for (const form of forms) {
      const isDone = form.after === undefined || form.after.test(tokens[end + 1]?.text ?? '');
      if (isDone) finder.call(text, form, variables.put(given));
    }
  }
  return finder;
}
