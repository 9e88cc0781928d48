import type { DoubleQuotedChild, ParameterExpansionPart, SyntaxNode, Word, WordPart } from 'unbash';
import type { NamedFolders } from '../../core/context.ts';
import { type Candidate, unknownPart } from '../rules/pattern.ts';
import { applied } from './applied.ts';
import { type Choice, choicesOf } from './choices.ts';
import { echoedText } from './echoing.ts';
import {
  choicesIn,
  dividedByIfs,
  elementsNamed,
  elementsTaken,
  homeOf,
  ownVariables,
  type Part,
  unquoted,
  variablesIn,
} from './expanding.ts';
import { Fields } from './fields.ts';
import { fromHere } from './here.ts';
import { partlyKnown } from './partly-known.ts';
import type { PrintReading } from './print-reading.ts';
import { printedText } from './printed.ts';
import { fileName, type Held, type SeenVariables } from './seen-variables.ts';

const nothing: Held = [''];
const nothingChosen: Choice = new Map();
/** Substitutions within each other that are read, and all in all the steps that reading them takes and the elements of arrays that are put in. */
const most = { nested: 4, steps: 50_000, elements: 20_000 } as const;

/** Reads words for what they may name, the variables that are known in place. */
export class SeenWords {
  readonly #variables: SeenVariables;
  readonly #own: ReadonlyMap<string, Held>;
  /** Variables that stand for nothing. */
  readonly #unset: ReadonlySet<string>;
  readonly #home: string;
  /** Behind a tilde, what names that folder. */
  readonly #mark: '+' | '-';
  /** What variables that are given several texts hold while words are read. */
  #chosen: Choice = nothingChosen;
  #nested = 0;
  #isGuess = false;
  /** The functions of the script, by name. */
  readonly bodies = new Map<string, SyntaxNode>();
  /** How what substitutions print is read. */
  readonly reading: PrintReading;
  #stepsLeft: number = most.steps;
  #elementsLeft: number = most.elements;
  /** Whether variables hold more together than is tried, or substitutions take more steps. */
  isCut = false;

  /** `here` is the variable that stands for the folder which relative paths are read from. */
  constructor(
    folders: NamedFolders,
    here: 'PWD' | 'OLDPWD',
    variables: SeenVariables,
    { unset, parse }: Pick<PrintReading, 'parse'> & { readonly unset: ReadonlySet<string> },
  ) {
    this.#home = folders.home;
    this.#mark = here === 'PWD' ? '+' : '-';
    this.#variables = variables;
    this.#unset = unset;
    this.reading = {
      texts: (word) => this.#texts(word),
      isGuess: () => this.#isGuess,
      variable: (name) => this.#element(name, undefined),
      parse,
      takeStep: (length = 0) => {
        this.#stepsLeft -= 1 + length / 64;
        this.isCut ||= this.#stepsLeft < 0;
        return !this.isCut;
      },
      file: (path) => this.#held(fileName(path))?.[0] ?? null,
      body: (name) => this.bodies.get(name),
      under: (choice, read) => this.under(choice, read),
    };
    this.#own = ownVariables(folders, here);
  }

  #held(name: string): Held | null {
    const chosen = this.#chosen.get(name);
    if (chosen !== undefined) return chosen;
    const own = this.#own.get(name) ?? null;
    if (!this.#variables.has(name)) return own ?? (this.#unset.has(name) ? nothing : null);
    const held = this.#variables.one(name);
    // One that is given another value than its own holds what only the run knows.
    return own !== null && held?.[0] !== own[0] ? null : held;
  }

  #parameter(place: number): Candidate {
    const held = this.#held('@');
    const isAbsent = place > 0 && this.#unset.has('@') && !this.#variables.has('@');
    return held?.[place - 1] ?? (isAbsent ? '' : null);
  }

  /** What one of the parameters of a script, of an array or a plain variable holds. */
  #element(name: string, index: string | undefined): Candidate {
    if (/^\d+$/.test(name)) return this.#parameter(Number(name));
    if (index === undefined) return this.#held(name)?.[0] ?? null;
    const known = index.startsWith('$') ? (this.#held(index.slice(1))?.[0] ?? index) : index;
    const keyed = this.#held(`${name}[${known}]`);
    if (keyed !== null) return keyed[0] ?? null;
    const at = Number(/^-?\d+$/.test(known) ? known : (this.#held(known)?.[0] ?? Number.NaN));
    return Number.isNaN(at) ? null : (this.#held(name)?.at(at) ?? null);
  }

  /** What `${…}` stands for: of a variable nothing is known of, what is given for that case. `${x:+…}` is told of known ones alone. */
  #expanded({ parameter, operation, index, prefix }: ParameterExpansionPart): Candidate {
    if (prefix === '#') return null;
    const named = this.#element(parameter, index?.value);
    const value = prefix === '!' && named !== null ? this.#element(named, undefined) : named;
    if (operation === undefined) return value;
    if (operation.type !== 'Default') return value && applied(operation, value, this.reading);
    const { operator, operand } = operation;
    const isUnset = this.#unset.has(parameter);
    const isMissing = isUnset || value === null || (operator.startsWith(':') && value === '');
    const given = () => (operand.parts === undefined ? operand.value : this.#joined(operand.parts));
    if (operator.endsWith('+')) return !isMissing ? given() : value === null && !isUnset ? null : '';
    if (!isMissing) return value;
    return operator.endsWith('?') ? null : given();
  }

  /** The elements that `$@` and `${a[@]}` stand for; null for every other expansion. */
  #elements(part: Part): { readonly held: Held; readonly isEach: boolean } | null {
    const isBraced = part.type === 'ParameterExpansion';
    const [name, which] = isBraced
      ? elementsNamed(part)
      : part.type === 'SimpleExpansion' && /^\$[@*]$/.test(part.text)
        ? ['@', part.text.slice(1)]
        : [];
    const all = name === undefined || this.#elementsLeft < 0 ? null : this.#held(name);
    const held = all !== null && isBraced ? elementsTaken(all, part) : all;
    if (all === null || held === null) return null;
    this.#elementsLeft -= all.length;
    return { held, isEach: which === '@' };
  }

  #partText(part: Part, isQuoted = false): Candidate {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'Glob':
        return part.value;
      case 'DoubleQuoted':
      case 'LocaleString':
        return this.#joined(part.parts, true);
      case 'CommandExpansion':
        return (
          this.#chosen.get(part.text)?.[0] ?? (isQuoted ? printedText(part) : null) ?? this.#echoed(part)
        );
      case 'ProcessSubstitution':
        return part.text;
      case 'SimpleExpansion':
      case 'ParameterExpansion': {
        const elements = this.#elements(part)?.held ?? null;
        if (elements !== null) return elements.includes(null) ? null : elements.join(' ');
        return part.type === 'SimpleExpansion'
          ? this.#element(part.text.slice(1), undefined)
          : this.#expanded(part);
      }
      case 'BraceExpansion':
      case 'ExtendedGlob':
        return part.text;
      default:
        return null;
    }
  }

  #echoed(part: Extract<Part, { type: 'CommandExpansion' }>): Candidate {
    if (this.#nested >= most.nested) return null;
    this.#nested += 1;
    const text = echoedText(part, this.reading);
    this.#nested -= 1;
    return text;
  }

  #joined(parts: readonly Part[], isQuoted = false): Candidate {
    let text = '';
    for (const part of parts) {
      const piece = this.#partText(part, isQuoted);
      if (piece === null) return null;
      text += piece;
    }
    return text;
  }

  /** The words that parts make, where the shell divides what stands outside of quotes. */
  #fields(parts: readonly Part[]): readonly Candidate[] {
    const fields = new Fields();
    for (const part of parts) {
      if (part.type === 'DoubleQuoted') this.#addQuoted(part.parts, fields);
      else if (!/Expansion$/.test(part.type) || part.type === 'BraceExpansion')
        fields.add(this.#partText(part));
      else {
        const elements = this.#elements(part);
        if (elements === null) fields.addSplit(this.#partText(part));
        else fields.addEach(elements.held, false);
      }
    }
    return fields.end();
  }

  #addQuoted(parts: readonly DoubleQuotedChild[], fields: Fields): void {
    if (parts.length === 0) fields.add('');
    for (const part of parts) {
      const elements = this.#elements(part);
      if (elements?.isEach === true) fields.addEach(elements.held, true);
      else fields.add(this.#partText(part, true));
    }
  }

  /** A text with blanks of which only the run knows a part, with a variable for that part, or a name without it; null for every other word. */
  draft(word: Word): Candidate {
    if (word.parts === undefined || this.#joined(word.parts) !== null) return null;
    const guess = /\$\(|`/.test(word.text) ? this.#guessed(word.parts) : null;
    if (guess !== null) return guess;
    const text = unquoted(word.parts)
      .map((part) => this.#partText(part, true) ?? unknownPart)
      .join('');
    if (/\s/.test(text)) return text;
    const name = text.replaceAll(unknownPart, '');
    return /^-*\w[\w-]*$/.test(name) ? name : null;
  }

  /** A word where what cannot be told of substitutions is taken to go one way. */
  #guessed(parts: readonly Part[]): Candidate {
    this.#isGuess = true;
    const text = this.#joined(parts);
    this.#isGuess = false;
    return text;
  }

  #partlyKnown(parts: readonly Part[]): Candidate {
    return partlyKnown(unquoted(parts).map((part) => this.#partText(part)));
  }

  /** A word as one text. */
  text(word: Word): Candidate {
    const text = this.value(word);
    return text === null ? null : fromHere(text);
  }

  /** A word as it is kept by a variable. */
  value(word: Word): Candidate {
    const text = word.parts === undefined ? word.value : this.#joined(word.parts);
    return this.#tilde(word.text, text ?? this.#partlyKnown(word.parts ?? []));
  }

  /** The words that one makes, `~` and the variables that are known in place. */
  texts(word: Word): readonly Candidate[] {
    return this.#texts(word).map((text) => (text === null ? null : fromHere(text)));
  }

  #texts(word: Word): readonly Candidate[] {
    const { parts, text } = word;
    if (parts === undefined) return [this.#tilde(text, word.value)];
    if (/\$\{?IFS\b/.test(text)) return dividedByIfs(text);
    const braces = parts.findIndex((part) => part.type === 'BraceExpansion');
    if (braces !== -1) return this.#braced(word, parts, braces);
    const fields = this.#fields(parts);
    if (fields.length === 1 && fields[0] === null) return [this.#tilde(text, this.#partlyKnown(parts))];
    return fields.map((field, index) => (index === 0 ? this.#tilde(text, field) : field));
  }

  #braced(word: Word, parts: readonly WordPart[], at: number): readonly Candidate[] {
    const head = this.#joined(parts.slice(0, at));
    const tail = this.#joined(parts.slice(at + 1));
    const choices = choicesIn(parts[at]?.text ?? '');
    if (choices === null) return [null];
    return choices.map((text) =>
      head === null || tail === null ? null : this.#tilde(word.text, head + text + tail),
    );
  }

  #tilde(source: string, text: Candidate): Candidate {
    const [prefix = '', name] = /^~([A-Za-z_][\w.-]*|[-+])?(?=\/|$)/.exec(source) ?? [];
    if (text === null || prefix === '') return text;
    if (name === '+' || name === '-') return name === this.#mark ? `.${text.slice(2)}` : null;
    const folder = name === undefined ? this.#element('HOME', undefined) : homeOf(name, this.#home);
    return folder === null ? text : folder + text.slice(prefix.length);
  }

  /** What the variables of some words may hold at a time, where they are given several texts. */
  choices(words: readonly Word[], isKept: (held: Held) => boolean): readonly Choice[] {
    const names = new Set(words.flatMap(({ text }) => variablesIn(text)));
    const heldBy = (name: string) =>
      this.#held(name) === null ? this.#variables.all(name).filter(isKept) : [];
    const { choices, isCut } = choicesOf(names, heldBy);
    this.isCut ||= isCut;
    return choices;
  }

  /** Reads words while variables hold what was chosen. */
  under<Read>(choice: Choice, read: () => Read): Read {
    const before = this.#chosen;
    this.#chosen = before.size === 0 ? choice : new Map([...before, ...choice]);
    const found = read();
    this.#chosen = before;
    return found;
  }
}
