import type { Candidate } from '../rules/pattern.ts';
import { argumentsAt, Variables } from './code-variables.ts';
import { type Element, elementsOf } from './elements.ts';
import { forksWithoutEnd } from './fork-loops.ts';
import type { CallForm, CodeLanguage } from './language.ts';
import { definitionsIn, rewritten } from './rewritten.ts';
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
  /** Whether there is more than was looked through. */
  readonly isCut: boolean;
}

/** What code that forks without end would be as a shell's. */
const sameInShell = 'f() { f | f & }; f';

const mostCalls = 4096;
/** Texts of code within each other that are read, and at a time. */
const mostNesting = 2;
const mostCodes = 256;

/** The texts of a call from what it is about on, where one of them is `by`; none without. */
function aboutBy(elements: readonly Element[], by: RegExp): readonly Element[] {
  const at = elements.findIndex(({ text }) => by.test(text));
  const [, attached] = by.exec(elements[at]?.text ?? '') ?? [];
  if (attached === undefined) return at > 0 ? elements : [];
  return attached === '' ? elements.slice(at + 1) : [{ text: attached, isKnown: true }];
}

class CallFinder {
  readonly commands: (readonly Candidate[])[] = [];
  readonly scripts: string[] = [];
  readonly deeds: Deed[] = [];
  isCut = false;
  /** Code in texts that code runs. */
  readonly codes: string[] = [];

  #run(elements: readonly Element[], repeatsName: boolean): void {
    const [first, ...others] = elements;
    if (first === undefined) return;
    if (/[^\w./~-]/.test(first.text)) this.scripts.push(first.text);
    const rest = others.slice(repeatsName ? 1 : 0).map(({ text, isKnown }) => (isKnown ? text : null));
    if (first.isKnown) this.commands.push([first.text, ...rest]);
  }

  #do(all: readonly Element[], called: string, { as = [], takesAll, by }: CallForm): void {
    const elements = by === undefined ? all : aboutBy(all, by);
    const texts = elements.map(({ text, isKnown }) => (isKnown ? text : null));
    if (texts[0] === null || texts[0] === undefined) return;
    const operands = takesAll === true ? texts.filter((text) => text !== null) : texts.slice(0, 1);
    this.deeds.push({ words: [...as, ...operands], shown: [called, ...operands] });
  }

  call(called: string, form: CallForm, given: readonly CodeToken[]): void {
    const all = elementsOf(given);
    const elements = form.skipsUnknown === true ? all.slice(all.findIndex(({ isKnown }) => isKnown)) : all;
    if (form.isCode === true) this.codes.push(...elements.slice(0, 1).map(({ text }) => text));
    else if (form.isPiped === true) this.#runPiped(elements);
    else if (form.as === undefined) this.#run(elements, form.repeatsName === true);
    else this.#do(elements, called, form);
  }

  /** `open(P, "-|", "ls")`, `open(P, "ls |")` */
  #runPiped(elements: readonly Element[]): void {
    const mode = elements.findIndex(({ text }) => /^\s*(?:-\||\|-)\s*$/.test(text));
    if (mode !== -1) this.#run(elements.slice(mode + 1), false);
    for (const { text } of elements) {
      const [, behind, before] = /^\s*\|\s*([^-].*)$|^(.*[^-])\|\s*$/s.exec(text) ?? [];
      const command = behind ?? before;
      if (command !== undefined) this.scripts.push(command);
    }
  }
}

/** Whether a name is followed by its arguments: in parentheses, or a text where the language allows that. */
function isCalled(next: CodeToken | undefined, { juxtaposed }: CodeLanguage): boolean {
  if (next?.kind === 'mark') return next.text === '(';
  if (next?.kind === 'name')
    return juxtaposed?.test('"') === true && /^(\$|[A-Z]\w*$|(?:my|our|local)$)/.test(next.text);
  return next?.kind === 'text' && (next.splits === true || juxtaposed?.test(next.quote ?? '') === true);
}

/** Tokens before what a function hands on. */
const mostLeading = 16;

/** What a function of the code calls with what it is given, and what it puts before that. */
interface OwnCall {
  readonly form: CallForm;
  readonly leading: readonly CodeToken[];
}

/** Looks through the tokens of code. */
class CodeScan {
  readonly finder = new CallFinder();
  readonly #tokens: readonly CodeToken[];
  readonly #variables: Variables;
  readonly #language: CodeLanguage;
  readonly #definitions: ReadonlyMap<string, readonly string[]>;
  /** Functions of the code that hand on what they are given. */
  readonly #own = new Map<string, OwnCall>();
  #calls = 0;

  constructor(code: string, language: CodeLanguage) {
    this.#tokens = tokensOf(code, language);
    this.#variables = new Variables(this.#tokens);
    this.#language = language;
    this.#definitions = definitionsIn(code);
  }

  #call(
    index: number,
    called: string,
    { forms, leading = [] }: { readonly forms: readonly CallForm[]; readonly leading?: readonly CodeToken[] },
  ): void {
    if (forms.length === 0 || !isCalled(this.#tokens[index + 1], this.#language)) return;
    this.#calls += 1;
    const { given, end } = argumentsAt(this.#tokens, index + 1);
    for (const form of forms) {
      if (form.after !== undefined && !form.after.test(this.#tokens[end + 1]?.text ?? '')) continue;
      this.#noteOwn(given, form);
      for (const reading of this.#variables.readings(given))
        this.finder.call(called, form, leading.length === 0 ? reading : [...leading, ...reading]);
    }
  }

  #noteOwn(given: readonly CodeToken[], form: CallForm): void {
    if (this.#definitions.size === 0) return;
    const at = given.findIndex(({ kind }) => kind === 'name');
    const leading = given.slice(0, Math.max(at, 0));
    if (at === -1 || leading.length > mostLeading) return;
    const names = this.#definitions.get(given[at]?.text.replace(/^\$/, '') ?? '') ?? [];
    for (const name of names)
      this.#own.set(name, { form, leading: leading.filter(({ text }) => text !== '*') });
  }

  /** Whether no more is looked through, which is noted. */
  #isDone(): boolean {
    this.finder.isCut ||= this.#calls >= mostCalls || this.#variables.isCut;
    return this.finder.isCut;
  }

  scan(): void {
    for (const [index, token] of this.#tokens.entries()) {
      const { kind, text, runs } = token;
      if (this.#isDone()) break;
      if (runs === true) {
        this.#calls += 1;
        for (const reading of this.#variables.readings([token]))
          this.finder.scripts.push(...reading.map((put) => put.text));
      }
      if (kind === 'name')
        this.#call(index, text, { forms: this.#language.calls.filter(({ name }) => name.test(text)) });
    }
    if (this.#own.size > 0) this.#scanOwn();
  }

  #scanOwn(): void {
    for (const [index, { kind, text }] of this.#tokens.entries()) {
      const own = kind === 'name' ? this.#own.get(text.replace(/^(?:self|this)?\./, '')) : undefined;
      const isDefinition = /^(?:def|function|sub|fn|func)$/.test(this.#tokens[index - 1]?.text ?? '');
      if (own !== undefined && !isDefinition && !this.#isDone())
        this.#call(index, text, { forms: [own.form], leading: own.leading });
    }
  }
}

/** Code that runs nothing. */
export const none: CodeCalls = { commands: [], scripts: [], deeds: [], isCut: false };

/** Finds what code runs. */
export function callsOf(code: string, language: CodeLanguage, nesting = 0): CodeCalls {
  if (code.includes('fork') && forksWithoutEnd(tokensOf(code, language)))
    return { ...none, scripts: [sameInShell] };
  if (language.needs?.test(code) === false) return none;
  const scan = new CodeScan(rewritten(code, language), language);
  scan.scan();
  const { finder } = scan;
  finder.isCut ||= finder.codes.length > (nesting < mostNesting ? mostCodes : 0);
  if (finder.isCut) return finder;
  for (const inner of finder.codes) {
    const { commands, scripts, deeds, isCut } = callsOf(inner, language, nesting + 1);
    finder.commands.push(...commands);
    finder.scripts.push(...scripts);
    finder.deeds.push(...deeds);
    finder.isCut ||= isCut;
  }
  return finder;
}
