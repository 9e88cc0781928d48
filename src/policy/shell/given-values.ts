import type { Assignment, ParameterExpansionPart, SyntaxNode, Word } from 'unbash';
import { carriesText, textsCarried } from '../programs/carrying-variables.ts';
import { quoteWord } from '../rules/pattern.ts';
import { Assignments } from './assignments.ts';
import { GivingCommands, isName } from './giving-commands.ts';
import { settingsHeld } from './named-elements.ts';
import type { Parser } from './parse.ts';
import { ReadValues } from './read-values.ts';
import type { Held, SeenVariables } from './seen-variables.ts';
import type { SeenWords } from './seen-words.ts';
import { textsEvaluated, textsFedBy, textsWritten } from './written-texts.ts';

const mostDepth = 200;
/** Most elements of a range that a loop runs through. */
const mostCounted = 64;
/** Longest text that is read as commands of the script, in characters. */
const longestRead = 8192;

/** A command within an array index, which the shell runs when it evaluates the index. */
const subscript = /(?<!\w)[A-Za-z_]\w*\[[^\][$`]*(\$\(.*\)|`.*`)/s;

/** The commands that a shell runs when it expands a text again. */
function substitutions(text: string): readonly string[] {
  const [found] = /\$\(.*\)|`.*`/s.exec(text) ?? [];
  return found === undefined ? [] : [found];
}

/** Collects the values that a script gives its variables and parameters. */
export class GivenValues {
  /** Values of variables that programs run: `GIT_EDITOR`, `PROMPT_COMMAND`. */
  readonly texts: string[] = [];
  /** Assignments that define names, as the equal commands. */
  readonly namings: (readonly string[])[] = [];
  readonly #variables: SeenVariables;
  readonly #words: SeenWords;
  readonly #parser: Parser;
  readonly #read: ReadValues;
  /** Variables whose values are expanded like prompts: `${name@P}`. */
  readonly #prompts = new Set<string>();
  readonly #assigned: Assignments;
  readonly #commands: GivingCommands;
  /** The last word of the previous command. */
  #lastWord: Word | null = null;

  constructor(variables: SeenVariables, words: SeenWords, parser: Parser) {
    this.#variables = variables;
    this.#read = new ReadValues(variables);
    this.#assigned = new Assignments(variables, words, this);
    this.#commands = new GivingCommands({ variables, words, read: this.#read, assigned: this.#assigned });
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
    for (const name of this.#variables.named())
      if (carriesText(name))
        for (const text of this.#variables.all(name).flat())
          if (text !== null) this.texts.push(...textsCarried(name, text));
    this.namings.push(...settingsHeld((name) => this.#variables.all(name).flat()));
    for (const [key, name] of this.#commands.settings)
      for (const text of this.#variables.all(name).flat())
        if (text !== null) this.texts.push(`git -c ${quoteWord(`${key}=${text}`)}`);
  }

  /** Gives both names of a reference the values of each other: `declare -n name=other`. */
  #refer(): void {
    for (const [name, other] of this.#commands.references) {
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
    for (const [name, way] of this.#commands.cased)
      for (const held of this.#variables.all(name)) {
        const changed = (text: string) => (way === 'l' ? text.toLowerCase() : text.toUpperCase());
        this.#variables.note(
          name,
          held.map((text) => (text === null ? null : changed(text))),
        );
      }
  }

  /** Adds values with blanks in place of separators in IFS: `IFS=,`. */
  #divide(): void {
    const texts = this.#assigned.plainly.flatMap(([name, text]) => (name === 'IFS' ? text : []));
    const marks = new Set(texts.join('').replace(/\s/g, ''));
    if (marks.size === 0) return;
    for (const [name, text] of this.#assigned.plainly)
      if (name !== 'IFS')
        this.#variables.note(name, [[...text].map((char) => (marks.has(char) ? ' ' : char)).join('')]);
  }

  #loop(name: string, words: readonly Word[] | undefined): void {
    const values = words?.flatMap((word) => this.#words.texts(word, mostCounted)) ?? this.#parameters();
    // The files that a wildcard matches are not the wildcard itself.
    const wild = values.filter((value) => value !== null && /[*?]/.test(value));
    const files = wild.flatMap((value) => this.#variables.filesLike(value ?? ''));
    for (const value of wild.length > 0 ? [null, ...files, ...values] : values)
      this.#variables.note(name, [value]);
  }

  /** The values that a loop without a list runs through. */
  #parameters(): Held {
    return this.#variables.all('@').flat();
  }

  /** Collects values from a text that the shell reads as commands of the same script. */
  #evaluated(text: string, depth: number): void {
    const script = text.length > longestRead ? null : this.#words.reading.parse(text);
    if (script !== null && this.#words.reading.takeStep(text.length)) this.#visit(script, depth + 1);
  }

  /** Notes the assignment in `${name:=text}`, and prompts in `${name@P}`. */
  #expanded({ parameter, operation }: ParameterExpansionPart): void {
    if (operation?.type === 'Transform' && operation.operand.text === 'P')
      this.#prompts.add(/^[\d*]+$/.test(parameter) ? '@' : parameter);
    if (operation?.type === 'Default' && operation.operator.endsWith('=') && isName(parameter))
      this.#variables.note(parameter, [this.#words.text(operation.operand)]);
  }

  /** Notes commands that run when a text is evaluated as a number or an array index: `[[ -v 'a[$(…)]' ]]`. */
  #computed(word: Word): void {
    if (!/\[\\?[$`]/.test(word.text)) return;
    const [, inner] = subscript.exec(this.#words.text(word) ?? '') ?? [];
    if (inner !== undefined) this.texts.push(inner);
  }

  /** Notes an assignment; `$_` in it is the last word of the previous command. */
  #assignedBy(node: Assignment): void {
    const isLast = node.value.type === 'Word' && /\$\{?_\b/.test(node.value.text);
    const { values } = this.#words;
    if (isLast && this.#lastWord !== null) values.last = [this.#words.texts(this.#lastWord).slice(-1)];
    this.#assigned.note(node);
    if (isLast) values.last = [];
  }

  #visit(node: SyntaxNode, depth: number): void {
    if (depth > mostDepth) return;
    if (node.type === 'For' || node.type === 'Select') this.#loop(node.name.value, node.wordlist);
    if (node.type === 'Assignment') this.#assignedBy(node);
    this.#read.feed(...textsFedBy(node, this.#words.reading));
    if (node.type === 'HereDoc') this.#read.feed(node.body.text);
    if (node.type === 'HereString' && node.target !== undefined) {
      const text = this.#words.text(node.target);
      if (text !== null) this.#read.feed(text);
    }
    if (node.type === 'Function') this.#words.bodies.set(node.name.value, node.body);
    if (node.type === 'Command') {
      for (const [file, text] of textsWritten(node, this.#words.reading)) this.#variables.note(file, [text]);
      this.#commands.note(node);
      for (const text of textsEvaluated(node, this.#words.reading)) this.#evaluated(text, depth);
    }
    if (node.type === 'ParameterExpansion') this.#expanded(node);
    this.#parser.forEachChild(node, (child) => {
      if (child.type === 'Word' && node.type !== 'Command') this.#computed(child);
      this.#visit(child, depth + 1);
    });
    if (node.type === 'Command' && node.name !== undefined)
      this.#lastWord = node.suffix.findLast((item) => item.type === 'Word') ?? node.name;
  }
}
