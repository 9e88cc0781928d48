import type { Command, ParameterExpansionPart, SyntaxNode, Word } from 'unbash';
import { optionValue } from '../programs/option-value.ts';
import { type Candidate, quoteWord } from '../rules/pattern.ts';
import { Assignments } from './assignments.ts';
import { printedBy } from './echoed.ts';
import { settingsHeld } from './named-elements.ts';
import type { Parser } from './parse.ts';
import { printfText } from './printf.ts';
import { ReadValues } from './read-values.ts';
import type { Held, SeenVariables } from './seen-variables.ts';
import type { SeenWords } from './seen-words.ts';
import { textsFedBy, textsWritten } from './written-texts.ts';

const mostDepth = 200;

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

/** A command among the digits of an index, which the shell runs where it computes or looks for an element. */
const subscript = /[A-Za-z_]\w*\[[^\]$`]*(\$\(.*\)|`.*`)/s;

/** What a shell runs where it expands a text once more. */
function substitutions(text: string): readonly string[] {
  const [found] = /\$\(.*\)|`.*`/s.exec(text) ?? [];
  return found === undefined ? [] : [found];
}

/** Notes what a script gives its variables and parameters. */
export class GivenValues {
  /** Texts of variables whose value some program runs: `GIT_EDITOR`, `PROMPT_COMMAND`. */
  readonly texts: string[] = [];
  /** Commands that do the same as what gives names to programs and texts. */
  readonly namings: (readonly string[])[] = [];
  readonly #variables: SeenVariables;
  readonly #words: SeenWords;
  readonly #parser: Parser;
  readonly #read: ReadValues;
  /** Names whose texts change their case: `declare -l name`. */
  readonly #cased: (readonly [string, 'l' | 'u'])[] = [];
  /** Names that stand for another variable, and that one. */
  readonly #references: (readonly [string, string])[] = [];
  /** Names whose texts are expanded as those of prompts are: `${name@P}`. */
  readonly #prompts = new Set<string>();
  /** Settings of git that a variable holds: `--config-env=alias.x=NAME`. */
  readonly #settings: (readonly [string, string])[] = [];
  readonly #assigned: Assignments;

  constructor(variables: SeenVariables, words: SeenWords, parser: Parser) {
    this.#variables = variables;
    this.#read = new ReadValues(variables);
    this.#assigned = new Assignments(variables, words, this);
    this.#words = words;
    this.#parser = parser;
  }

  note(node: SyntaxNode): void {
    this.#visit(node, 0);
    this.#read.settle();
    this.#refer();
    this.#change();
    this.#divide();
    this.#prompt();
    this.#set();
  }

  #set(): void {
    this.namings.push(...settingsHeld((name) => this.#variables.all(name).flat()));
    for (const [key, name] of this.#settings)
      for (const text of this.#variables.all(name).flat())
        if (text !== null) this.texts.push(`git -c ${quoteWord(`${key}=${text}`)}`);
  }

  /** Gives a name that stands for another variable what that one is given, and the other way round: `declare -n name=other`. */
  #refer(): void {
    for (const [name, other] of this.#references) {
      const [own, meant] = [this.#variables.all(name), this.#variables.all(other)];
      for (const held of meant) this.#variables.note(name, held);
      for (const held of own) this.#variables.note(other, held);
    }
  }

  #prompt(): void {
    for (const name of this.#prompts)
      for (const text of this.#variables.all(name).flat()) this.texts.push(...substitutions(text ?? ''));
  }

  #change(): void {
    for (const [name, way] of this.#cased)
      for (const held of this.#variables.all(name)) {
        const changed = (text: string) => (way === 'l' ? text.toLowerCase() : text.toUpperCase());
        this.#variables.note(
          name,
          held.map((text) => (text === null ? null : changed(text))),
        );
      }
  }

  /** Gives variables their texts also with blanks for what else divides words: `IFS=,`. */
  #divide(): void {
    const marks = new Set(
      this.#assigned.plainly.flatMap(([name, text]) => (name === 'IFS' ? [...text] : [])),
    );
    if ([...marks].every((mark) => /\s/.test(mark))) return;
    for (const [name, text] of this.#assigned.plainly)
      if (name !== 'IFS')
        this.#variables.note(name, [[...text].map((char) => (marks.has(char) ? ' ' : char)).join('')]);
  }

  #command(node: Command): void {
    const { name, suffix } = node;
    const called = name?.text ?? '';
    if (/^(?:declare|typeset|local)$/.test(called)) this.#declared(suffix);
    if (!/^(?:read|echo|printf|g?ls|set|unset|shift|mapfile|readarray|env|git)$/.test(called)) return;
    const words = suffix.flatMap((item) => (item.type === 'Word' ? this.#words.texts(item) : []));
    switch (called) {
      case 'read': {
        const isList = words.some((word) => /^-\w*a$/.test(word ?? ''));
        const names = words.filter(isName);
        this.#read.note(isList ? 'words' : 'line', node, [names.length === 0 ? ['REPLY'] : names, words]);
        break;
      }
      case 'mapfile':
      case 'readarray':
        this.#read.note('lines', node, [['MAPFILE', ...words.filter(isName)], words]);
        break;
      case 'set': {
        const held = parametersOf(words);
        if (held !== null) this.#variables.note('@', held);
        break;
      }
      case 'shift':
        this.#variables.note('@', this.#variables.last('@').slice(Number(words[0] ?? 1) || 1));
        break;
      case 'unset':
        this.#removed(words);
        break;
      case 'env':
        this.#environment(words);
        break;
      case 'git':
        this.#configured(words);
        break;
      default:
        this.#printed(called, words);
    }
  }

  #declared(suffix: Command['suffix']): void {
    const words = suffix.flatMap((item) =>
      item.type === 'Word' || item.type === 'Assignment' ? item.text : [],
    );
    const way = words.flatMap((word) => /^-\w*([lu])\w*$/.exec(word)?.[1] ?? [])[0];
    if (way === 'l' || way === 'u')
      for (const word of words) this.#cased.push([/^\w*/.exec(word)?.[0] ?? '', way]);
    if (!words.some((word) => /^-\w*n/.test(word))) return;
    for (const word of words) {
      const [, name, other] = /^(\w+)=["']?(\w+)["']?$/.exec(word) ?? [];
      if (name !== undefined && other !== undefined) this.#references.push([name, other]);
    }
  }

  #configured(words: readonly Candidate[]): void {
    for (const [index, word] of words.entries()) {
      const setting = optionValue(word ?? '', words[index + 1], ['--config-env']) ?? '';
      const [, key, name] = /^(.+)=(\w+)$/.exec(setting) ?? [];
      if (key !== undefined && name !== undefined) this.#settings.push([key, name]);
    }
  }

  #removed(words: readonly Candidate[]): void {
    for (const word of words) {
      const [, name, index] = /^(\w+)\[(\d+)\]$/.exec(word ?? '') ?? [];
      if (name !== undefined)
        this.#variables.note(name, this.#variables.last(name).toSpliced(Number(index), 1));
    }
  }

  #environment(words: readonly Candidate[]): void {
    for (const word of words) {
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word ?? '') ?? [];
      if (name !== undefined && value !== undefined) this.#variables.note(name, [value]);
    }
  }

  #printed(called: string, words: readonly Candidate[]): void {
    const [, attached] = /^-v(.*)$/s.exec(words[0] ?? '') ?? [];
    if (called === 'printf' && attached !== undefined) {
      const [target = null, ...rest] = attached === '' ? words.slice(1) : [attached, ...words.slice(1)];
      const [, name, index] = /^(\w+)(?:\[(\w+)\])?$/.exec(target ?? '') ?? [];
      const known = rest.filter((word) => word !== null);
      const text = known.length < rest.length ? null : printfText(known);
      if (name !== undefined) this.#assigned.noteAt(name, index, text);
    }
    const printed = printedBy([called, ...words]);
    // It lists a name to a line where it is read.
    this.#read.feed(
      ...(/^g?ls$/.test(called) ? printed.map((names) => names.replaceAll(' ', '\n')) : printed),
    );
  }

  #loop(name: string, words: readonly Word[]): void {
    const values = words.flatMap((word) => this.#words.texts(word));
    // What a wildcard reaches is not the wildcard.
    const wild = values.filter((value) => value !== null && /[*?]/.test(value));
    const files = wild.flatMap((value) => this.#variables.filesLike(value ?? ''));
    for (const value of wild.length > 0 ? [null, ...files, ...values] : values)
      this.#variables.note(name, [value]);
  }

  /** What `${name:=text}` gives, and which texts `${name@P}` expands. */
  #expanded({ parameter, operation }: ParameterExpansionPart): void {
    if (operation?.type === 'Transform' && operation.operand.text === 'P')
      this.#prompts.add(/^[\d*]+$/.test(parameter) ? '@' : parameter);
    if (operation?.type === 'Default' && operation.operator.endsWith('=') && isName(parameter))
      this.#variables.note(parameter, [this.#words.text(operation.operand)]);
  }

  /** Notes what runs where a text is taken for a number or the name of an element: `[[ -v 'a[$(…)]' ]]`. */
  #computed(word: Word): void {
    if (!/\[\\?[$`]/.test(word.text)) return;
    const [, inner] = subscript.exec(this.#words.text(word) ?? '') ?? [];
    if (inner !== undefined) this.texts.push(inner);
  }

  #visit(node: SyntaxNode, depth: number): void {
    if (depth > mostDepth) return;
    if (node.type === 'For' || node.type === 'Select') this.#loop(node.name.value, node.wordlist ?? []);
    if (node.type === 'Assignment') this.#assigned.note(node);
    this.#read.feed(...textsFedBy(node, this.#words.reading));
    if (node.type === 'HereDoc') this.#read.feed(node.body.text);
    if (node.type === 'HereString' && node.target !== undefined) {
      const text = this.#words.text(node.target);
      if (text !== null) this.#read.feed(text);
    }
    if (node.type === 'Function') this.#words.bodies.set(node.name.value, node.body);
    if (node.type === 'Command') {
      for (const [file, text] of textsWritten(node, this.#words.reading)) this.#variables.note(file, [text]);
      this.#command(node);
    }
    if (node.type === 'ParameterExpansion') this.#expanded(node);
    this.#parser.forEachChild(node, (child) => {
      if (child.type === 'Word' && node.type !== 'Command') this.#computed(child);
      this.#visit(child, depth + 1);
    });
  }
}
