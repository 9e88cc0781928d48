import type { Assignment, Command, SyntaxNode, Word } from 'unbash';
import { carriesText } from '../programs/carrier-texts.ts';
import type { Candidate } from '../rules/pattern.ts';
import type { Parser } from './parse.ts';
import { printedBy } from './printed.ts';
import { printfText } from './printf.ts';
import type { Held, SeenVariables } from './seen-variables.ts';
import type { SeenWords } from './seen-words.ts';

const mostDepth = 200;
const mostLines = 16;

/** Whether a text may give variables something, or parameters. */
export function givesValues(text: string): boolean {
  return /=|\b(?:for|read|set|mapfile|readarray|printf|select)\b/.test(text);
}

/** The operands of `set`, which become the parameters; null where it has none. */
function parametersOf(words: readonly Candidate[]): Held | null {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? null;
    if (word === '--') return words.slice(index + 1);
    if (word === null || !/^[-+]./.test(word)) return words.slice(index);
    if (/o$/.test(word)) index += 1;
  }
  return null;
}

function isName(word: Candidate): word is string {
  return word !== null && /^[A-Za-z_]\w*$/.test(word);
}

/** Notes what a script gives its variables and parameters. */
export class GivenValues {
  /** Texts of variables whose value some program runs: `GIT_EDITOR`, `PROMPT_COMMAND`. */
  readonly texts: string[] = [];
  readonly #variables: SeenVariables;
  readonly #words: SeenWords;
  readonly #parser: Parser;
  /** What is read into which variables, and the texts whose lines may be. */
  readonly #read: { readonly kind: 'line' | 'words' | 'lines'; readonly names: readonly string[] }[] = [];
  readonly #fed: string[] = [];
  /** Names that stand for another variable, and that one. */
  readonly #references: (readonly [string, string])[] = [];
  /** Texts that variables are given as they are written. */
  readonly #plainly: (readonly [string, string])[] = [];

  constructor(variables: SeenVariables, words: SeenWords, parser: Parser) {
    this.#variables = variables;
    this.#words = words;
    this.#parser = parser;
  }

  note(node: SyntaxNode): void {
    this.#visit(node, 0);
    this.#settle();
    this.#refer();
    this.#divide();
  }

  /** Gives a name that stands for another variable what that one is given, and the other way round: `declare -n name=other`. */
  #refer(): void {
    for (const [name, other] of this.#references) {
      const [own, meant] = [this.#variables.all(name), this.#variables.all(other)];
      for (const held of meant) this.#variables.note(name, held);
      for (const held of own) this.#variables.note(other, held);
    }
  }

  /** Gives variables their texts also with blanks for what else divides words: `IFS=,`. */
  #divide(): void {
    const marks = new Set(this.#plainly.flatMap(([name, text]) => (name === 'IFS' ? [...text] : [])));
    if ([...marks].every((mark) => /\s/.test(mark))) return;
    for (const [name, text] of this.#plainly)
      if (name !== 'IFS')
        this.#variables.note(name, [[...text].map((char) => (marks.has(char) ? ' ' : char)).join('')]);
  }

  /** Gives each variable that is read the lines of what may be. */
  #settle(): void {
    if (this.#read.length === 0) return;
    const lines = this.#fed
      .flatMap((text) => text.split('\n', mostLines))
      .filter((line) => line.trim() !== '');
    for (const { kind, names } of this.#read) {
      if (kind === 'lines') for (const name of names) this.#variables.note(name, lines);
      else for (const line of lines) this.#noteLine(kind, names, line);
    }
  }

  #noteLine(kind: 'line' | 'words', names: readonly string[], line: string): void {
    const words = line.split(/\s+/).filter((word) => word !== '');
    for (const [index, name] of names.entries()) {
      this.#variables.note(name, kind === 'line' ? [line] : words);
      const own = index === names.length - 1 ? words.slice(index).join(' ') : words[index];
      if (names.length > 1 && own !== undefined) this.#variables.note(name, [own]);
    }
  }

  /** The elements of an array, those that a loop adds one at a time too. */
  #elements(words: readonly Word[], isAdded: boolean): Held {
    return words.flatMap((word) => {
      const choices = isAdded ? this.#words.choices([word], () => true) : [];
      if (choices.length === 0) return this.#words.texts(word);
      return choices.flatMap((choice) => this.#words.under(choice, () => this.#words.texts(word)));
    });
  }

  #array({ name, append, value }: Assignment): void {
    if (value.type !== 'ArrayValue') return;
    const elements = this.#elements(value.elements, append === true);
    for (const element of elements) {
      const [, key, text] = /^\[(\w+)\]=(.*)$/s.exec(element ?? '') ?? [];
      if (key !== undefined && text !== undefined) this.#variables.note(`${name}[${key}]`, [text]);
    }
    this.#variables.note(name, append === true ? [...this.#variables.last(name), ...elements] : elements);
  }

  #plain({ name, append, index, value }: Assignment): void {
    if (value.type !== 'Word') return;
    const own = this.#words.text(value);
    const text = append === true && own !== null ? `${this.#variables.last(name)[0] ?? ''}${own}` : own;
    if (index !== undefined) {
      this.#variables.note(`${name}[${index.value}]`, [text]);
      this.#variables.note(name, [...this.#variables.last(name), text]);
      return;
    }
    this.#variables.note(name, [text]);
    if (text !== null) this.#plainly.push([name, text]);
    // What only the run knows a part of may be a command all the same.
    if (text === null) this.#variables.note(name, [this.#words.draft(value)]);
    else if (carriesText(name)) this.texts.push(text.replace(/^[|-]+/, ''));
  }

  #command({ name, suffix }: Command): void {
    const called = name?.text ?? '';
    if (/^(?:declare|typeset|local)$/.test(called)) this.#declared(suffix);
    if (!/^(?:read|echo|printf|set|shift|mapfile|readarray|env)$/.test(called)) return;
    const words = suffix.flatMap((item) => (item.type === 'Word' ? this.#words.texts(item) : []));
    switch (called) {
      case 'read': {
        const isList = words.some((word) => /^-\w*a$/.test(word ?? ''));
        this.#read.push({ kind: isList ? 'words' : 'line', names: words.filter(isName) });
        break;
      }
      case 'mapfile':
      case 'readarray':
        this.#read.push({ kind: 'lines', names: words.length === 0 ? ['MAPFILE'] : words.filter(isName) });
        break;
      case 'set': {
        const held = parametersOf(words);
        if (held !== null) this.#variables.note('@', held);
        break;
      }
      case 'shift':
        this.#variables.note('@', this.#variables.last('@').slice(Number(words[0] ?? 1) || 1));
        break;
      case 'env':
        this.#environment(words);
        break;
      default:
        this.#printed(called, words);
    }
  }

  #declared(suffix: Command['suffix']): void {
    const words = suffix.flatMap((item) =>
      item.type === 'Word' || item.type === 'Assignment' ? item.text : [],
    );
    if (!words.some((word) => /^-\w*n/.test(word))) return;
    for (const word of words) {
      const [, name, other] = /^(\w+)=["']?(\w+)["']?$/.exec(word) ?? [];
      if (name !== undefined && other !== undefined) this.#references.push([name, other]);
    }
  }

  #environment(words: readonly Candidate[]): void {
    for (const word of words) {
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word ?? '') ?? [];
      if (name !== undefined && value !== undefined) this.#variables.note(name, [value]);
    }
  }

  #printed(called: string, words: readonly Candidate[]): void {
    const [option = null, name = null, ...rest] = words;
    if (called === 'printf' && option === '-v' && isName(name)) {
      const known = rest.filter((word) => word !== null);
      this.#variables.note(name, [known.length < rest.length ? null : printfText(known)]);
    }
    this.#fed.push(...printedBy([called, ...words]));
  }

  #loop(name: string, words: readonly Word[]): void {
    const values = words.flatMap((word) => this.#words.texts(word));
    // What a wildcard reaches is not the wildcard.
    const isUnclear = values.some((value) => value !== null && /[*?]/.test(value));
    for (const value of isUnclear ? [null, ...values] : values) this.#variables.note(name, [value]);
  }

  #visit(node: SyntaxNode, depth: number): void {
    if (depth > mostDepth) return;
    if (node.type === 'For' || node.type === 'Select') this.#loop(node.name.value, node.wordlist ?? []);
    if (node.type === 'Assignment') {
      this.#array(node);
      this.#plain(node);
    }
    if (node.type === 'HereDoc') this.#fed.push(node.body.text);
    if (node.type === 'HereString' && node.target !== undefined) {
      const text = this.#words.text(node.target);
      if (text !== null) this.#fed.push(text);
    }
    if (node.type === 'Command') this.#command(node);
    this.#parser.forEachChild(node, (child) => this.#visit(child, depth + 1));
  }
}
