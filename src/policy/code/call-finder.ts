import { quoteWord } from '../../core/text/quote-word.ts';
import { type Candidate, unknownPart, type Words } from '../rules/pattern.ts';
import { type Arguments, nothing } from './arguments.ts';
import { type Around, aroundOf, namesProgram, type Surroundings, settingsOf, within } from './around.ts';
import { removes, removesOne } from './deeds.ts';
import { mayBeFed, startedAndFed } from './fed-started.ts';
import type { CallForm } from './language.ts';
import { flattened, type TextValue } from './value.ts';

/** A call that does what a command does, without starting one. */
export interface Deed {
  /** The equal command. */
  readonly words: Words;
  /** The called function, with the same operands. */
  readonly shown: Words;
}

/** Names of arguments with a command or a part of one. */
const command = /^(?:args|cmd|command|commands)$/;
/** Names of arguments that are written to the started program. */
const written = /^(?:input|data)$/;
/** Names of further arguments of calls on files. */
const told = /^(?:mode|flags|path|file|filename|src|dst|con|description|target)$/;

const contents = /^\$\(cat (.+)\)$/s;

/** The arguments that a call acts on if one of them matches `by`; none otherwise. */
function aboutBy(elements: readonly TextValue[], by: RegExp): readonly TextValue[] {
  const at = elements.findIndex(({ text }) => by.test(text));
  const [, attached] = by.exec(elements[at]?.text ?? '') ?? [];
  if (attached === undefined) return at > 0 ? elements : [];
  return attached === '' ? elements.slice(at + 1) : [{ kind: 'text', text: attached, isKnown: true }];
}

function candidate({ text, isKnown }: TextValue): Candidate {
  return isKnown ? text : null;
}

/** Collects what the calls of code run and do. */
export class CallFinder {
  readonly commands: Words[] = [];
  readonly scripts: string[] = [];
  readonly deeds: Deed[] = [];
  readonly modules: string[] = [];
  isCut = false;
  /** Code in strings that the code runs. */
  readonly codes: string[] = [];
  /** Texts written to started programs, in order. */
  readonly fed: string[] = [];
  readonly #seen = new Set<string>();

  /** Whether the same was not collected before. */
  #isNew(...parts: readonly unknown[]): boolean {
    const key = JSON.stringify(parts);
    const isNew = !this.#seen.has(key);
    this.#seen.add(key);
    return isNew;
  }

  script(text: string, around: Around): void {
    const whole = within(text, around);
    if (this.#isNew('script', whole)) this.scripts.push(whole);
  }

  /** Adds a command in a string that a shell runs. */
  shell(text: string, surroundings: Surroundings): void {
    this.script(text, aroundOf(nothing, surroundings));
  }

  #run(elements: readonly TextValue[], around: Around, isShell: boolean): void {
    const [first, ...others] = elements;
    if (first === undefined) return;
    if (/[^\w./~-]/.test(first.text)) this.script(first.text, around);
    const words = [candidate(first), ...others.map(candidate)];
    if (first.isKnown && this.#isNew('command', words, around.folder, around.input))
      this.#start(words, around, isShell);
  }

  #start(words: Words, around: Around, isShell: boolean): void {
    const text = words
      .map((word) => (isShell ? (word ?? unknownPart) : word === null ? unknownPart : quoteWord(word)))
      .join(' ');
    const isVaried =
      (words.some((word, index) => index > 0 && word?.includes('$') === true) && around.variables.size > 0) ||
      namesProgram(around);
    const isAround = around.folder !== null || around.input !== null || isVaried;
    if (!isAround || words.length === 1) this.commands.push(words);
    if (isAround || (isShell && words.length > 1)) this.script(text, around);
  }

  #do(all: readonly TextValue[], called: string, { form, around }: { form: CallForm; around: Around }): void {
    const { as = [], takesAll, by } = form;
    const elements = by === undefined ? all : aboutBy(all, by);
    const isDeep = as === removesOne && elements.some(({ text }) => /\/\*\*(?:\/\*)?$/.test(text));
    const texts = elements.map((element) => candidate(element)?.replace(/\/\*\*(?:\/\*)?$/, '/*') ?? null);
    const [first = null] = texts;
    if (first === null) return;
    const words = isDeep ? removes : as;
    const operands = takesAll === true ? texts.filter((text) => text !== null) : [first];
    this.#note(called, words, operands);
    const { folder } = around;
    const isMoved = folder !== null && operands.some((path) => !/^[/~]/.test(path));
    if (isMoved)
      this.#note(
        called,
        words,
        operands.map((path) => (/^[/~]/.test(path) ? path : `${folder}/${path}`)),
      );
  }

  #note(called: string, as: readonly string[], operands: readonly string[]): void {
    if (this.#isNew('deed', as, operands))
      this.deeds.push({ words: [...as, ...operands], shown: [called, ...operands] });
  }

  /** Adds code in a string or, for the content of a file, the file. */
  #code({ text }: TextValue): void {
    const file = contents.exec(text)?.[1]?.replace(/^'(.*)'$/s, '$1');
    if (file !== undefined) this.#file(file);
    else if (text !== unknownPart && this.#isNew('code', text)) this.codes.push(text);
  }

  /** Adds a code file, if the name is a path; other names are modules. */
  #fileOf([file]: readonly TextValue[]): void {
    if (file?.isKnown === true && /\/|\.\w{1,4}$/.test(file.text)) this.#file(file.text);
  }

  #file(path: string): void {
    if (this.#isNew('file', path)) this.commands.push([path.includes('/') ? path : `./${path}`]);
  }

  call(
    called: string,
    form: CallForm,
    { given, surroundings }: { given: Arguments; surroundings: Surroundings },
  ): void {
    const settings = settingsOf(given);
    const around = aroundOf(given, surroundings);
    const placed = given.placed.flatMap(flattened);
    const named = (names: RegExp) =>
      [...settings].flatMap(([name, value]) => (names.test(name) ? flattened(value) : []));
    const all = form.as === undefined ? [...placed, ...named(command)] : [...placed, ...named(told)];
    const from = form.skipsUnknown === true ? all.findIndex(({ isKnown }) => isKnown) : 0;
    const elements = all.slice(Math.max(from, 0));
    if (form.feeds === true) this.#feed([...placed, ...named(written)]);
    else if (form.isCode === true) for (const element of elements.slice(0, 1)) this.#code(element);
    else if (form.isFile === true) this.#fileOf(elements);
    else if (form.isPiped === true) this.#runPiped(elements, around);
    else if (form.as !== undefined) this.#do(elements, called, { form, around });
    else {
      const own = form.repeatsName === true ? [...elements.slice(0, 1), ...elements.slice(2)] : elements;
      const [program] = flattened(settings.get('executable') ?? { kind: 'list', items: [] });
      const shell = settings.get('shell');
      this.#run(own, around, shell?.kind === 'text' && shell.text !== 'false');
      if (program?.isKnown === true) this.#run([program, ...own.slice(1)], around, false);
    }
  }

  #feed(elements: readonly TextValue[]): void {
    const texts = elements.map((element) => element.text).filter((part) => part !== unknownPart);
    const text = texts.join(' ');
    if (texts.length > 0 && this.#isNew('fed', text)) this.fed.push(text);
  }

  /** Whether a started program may run its input. */
  startsShell(): boolean {
    return mayBeFed(this.commands, this.scripts);
  }

  /** Adds the started programs with the texts written to them. */
  feedStarted(): void {
    const { scripts, isCut } = startedAndFed(this.commands, this.scripts, this.fed);
    this.scripts.push(...scripts);
    this.isCut ||= isCut;
  }

  /** Handles `open(P, "-|", "ls")` and `open(P, "ls |")`. */
  #runPiped(elements: readonly TextValue[], around: Around): void {
    const mode = elements.findIndex(({ text }) => /^\s*(?:-\||\|-)\s*$/.test(text));
    if (mode !== -1) this.#run(elements.slice(mode + 1), around, false);
    for (const { text } of elements) {
      const [, behind, before] = /^\s*\|\s*([^-].*)$|^(.*[^-])\|\s*$/s.exec(text) ?? [];
      const piped = behind ?? before;
      if (piped !== undefined) this.script(piped, around);
    }
  }
}
