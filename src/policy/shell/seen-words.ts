import type { DoubleQuotedChild, ParameterExpansionPart, SyntaxNode, Word } from 'unbash';
import type { NamedFolders } from '../../core/context.ts';
import { type Candidate, unknownPart, type Words } from '../rules/pattern.ts';
import { applied } from './applied.ts';
import { isBraced } from './braces.ts';
import type { Choice } from './choices.ts';
import { echoedText } from './echoing.ts';
import {
  dividedByIfs,
  elementsNamed,
  elementsTaken,
  homeOf,
  type Part,
  unquoted,
  variablesIn,
} from './expanding.ts';
import { Fields } from './fields.ts';
import { reachedOtherwise } from './glob-settings.ts';
import { fromHere } from './here.ts';
import { asOwnTilde } from './own-tilde.ts';
import { partlyKnown } from './partly-known.ts';
import type { PrintReading } from './print-reading.ts';
import { printedText } from './printed.ts';
import { SeenValues } from './seen-values.ts';
import { fileName, type Held, type SeenVariables } from './seen-variables.ts';
import { hasExtendedGlob, SpreadWords } from './spread.ts';

/** Limits: nested substitutions, steps for all substitutions, inserted array elements, and words from one range. */
const most = { nested: 4, steps: 50_000, elements: 20_000, words: 256 } as const;

/** Reads words for what they may name, with known variables expanded. */
export class SeenWords {
  /** The values of variables. */
  readonly values: SeenValues;
  readonly #spread: SpreadWords;
  readonly #home: string;
  /** The character behind a tilde that names the folder of these words: `~+` or `~-`. */
  readonly #mark: '+' | '-';
  #nested = 0;
  #isGuess = false;
  /** The functions of the script, by name. */
  readonly bodies = new Map<string, SyntaxNode>();
  /** How the output of substitutions is evaluated. */
  readonly reading: PrintReading;
  #stepsLeft: number = most.steps;
  #elementsLeft: number = most.elements;
  #isCut = false;

  /** `here` is the variable for the folder that relative paths start from. */
  constructor(
    folders: NamedFolders,
    here: 'PWD' | 'OLDPWD',
    variables: SeenVariables,
    { unset, parse }: Pick<PrintReading, 'parse'> & { readonly unset: ReadonlySet<string> },
  ) {
    this.#home = folders.home;
    this.#mark = here === 'PWD' ? '+' : '-';
    this.values = new SeenValues(variables, { folders, here, unset });
    this.reading = {
      texts: (word) => this.#texts(word, most.words),
      isGuess: () => this.#isGuess,
      variable: (name) => this.values.element(name, undefined),
      parse,
      takeStep: (length = 0) => {
        this.#stepsLeft -= 1 + length / 64;
        this.#isCut ||= this.#stepsLeft < 0;
        return !this.#isCut;
      },
      file: (path) => this.values.held(fileName(path))?.[0] ?? null,
      body: (name) => this.bodies.get(name),
      under: (choice, read) => this.values.under(choice, read),
    };
    this.#spread = new SpreadWords(this.reading);
  }

  /** Whether a limit was reached for values, words or substitutions. */
  get isCut(): boolean {
    return this.#isCut || this.values.isCut || this.#spread.isCut;
  }

  /** The value of `${…}`; for an unknown variable, its default. `${x:+…}` is known for known variables only. */
  #expanded({ parameter, operation, index, prefix }: ParameterExpansionPart): Candidate {
    if (prefix === '#') return null;
    const named = this.values.element(parameter, index?.value);
    const value = prefix === '!' && named !== null ? this.values.element(named, undefined) : named;
    if (operation === undefined) return value;
    if (operation.type !== 'Default') return value && applied(operation, value, this.reading);
    const { operator, operand } = operation;
    const isUnset = this.values.isUnset(parameter);
    const isMissing = isUnset || value === null || (operator.startsWith(':') && value === '');
    const given = () => (operand.parts === undefined ? operand.value : this.#joined(operand.parts));
    if (operator.endsWith('+')) return !isMissing ? given() : value === null && !isUnset ? null : '';
    if (!isMissing) return value;
    return operator.endsWith('?') ? null : given();
  }

  /** The elements of `$@` and `${a[@]}`; null for every other expansion. */
  #elements(part: Part): { readonly held: Held; readonly isEach: boolean } | null {
    const isBraced = part.type === 'ParameterExpansion';
    const [name, which] = isBraced
      ? elementsNamed(part)
      : part.type === 'SimpleExpansion' && /^\$[@*]$/.test(part.text)
        ? ['@', part.text.slice(1)]
        : [];
    const all = name === undefined || this.#elementsLeft < 0 ? null : this.values.held(name);
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
          this.values.chosen(part.text)?.[0] ?? (isQuoted ? printedText(part) : null) ?? this.#echoed(part)
        );
      case 'ProcessSubstitution':
        return part.text;
      case 'SimpleExpansion':
      case 'ParameterExpansion': {
        const elements = this.#elements(part)?.held ?? null;
        if (elements !== null) return elements.includes(null) ? null : elements.join(' ');
        return part.type === 'SimpleExpansion'
          ? this.values.element(part.text.slice(1), undefined)
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

  /** The words that parts make, with unquoted expansions split. */
  #fields(parts: readonly Part[]): Words {
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

  /** A partly known text with blanks, with a variable for the unknown part, or a partly known name without it; null for others. */
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

  /** The text of a word, guessing the unknown output of substitutions. */
  #guessed(parts: readonly Part[]): Candidate {
    this.#isGuess = true;
    const text = this.#joined(parts);
    this.#isGuess = false;
    return text;
  }

  #partlyKnown(parts: readonly Part[]): Candidate {
    return partlyKnown(unquoted(parts).map((part) => this.#partText(part)));
  }

  /** A word as a single text; null if unknown. */
  text(word: Word): Candidate {
    const text = this.value(word);
    return text === null ? null : fromHere(text);
  }

  /** A word as assigned to a variable; null if unknown. */
  value(word: Word): Candidate {
    const text = word.parts === undefined ? word.value : this.#joined(word.parts);
    return this.#tilde(word.text, text ?? this.#partlyKnown(word.parts ?? []));
  }

  /** The words that a word makes, with `~` and known variables expanded; long ranges are represented by about `wanted` words. */
  texts(word: Word, wanted: number = most.words): Words {
    const texts = this.#texts(word, wanted).map((text) => (text === null ? null : fromHere(text)));
    const settings = this.values.settings();
    if (settings.length === 0) return texts;
    return texts.flatMap((text) => (text === null ? [null] : [text, ...reachedOtherwise(text, settings)]));
  }

  /** The paths that a redirect to a word may open. */
  paths(word: Word): readonly string[] {
    const isSeveral = isBraced(word.text) || hasExtendedGlob(word.text) || /[*?[]/.test(word.text);
    const paths = asOwnTilde(word, isSeveral ? this.texts(word) : [this.text(word)]);
    return paths.filter((path) => path !== null);
  }

  #texts(word: Word, wanted: number): Words {
    const braced = this.#spread.braced(word, wanted);
    if (braced === null) return this.#unbraced(word);
    return braced.flatMap((made) => (made === null ? [null] : this.#unbraced(made)));
  }

  /** The words of a word without braces; extended wildcards are replaced by all they may match, or by the chosen one. */
  #unbraced(word: Word): Words {
    const reached = this.#spread.reaching(word);
    if (reached === null) return this.#single(word);
    const chosen = this.values.chosen(word.text);
    return reached
      .filter((made) => chosen === undefined || made?.text === chosen[0])
      .flatMap((made) => (made === null ? [null] : this.#single(made)));
  }

  #single(word: Word): Words {
    const { parts, text } = word;
    if (parts === undefined) return [this.#tilde(text, word.value)];
    const fields = this.#fields(parts).flatMap((field) => this.#valueReaching(field, text));
    if (/\$\{?IFS\b/.test(text) && fields.includes(null)) return dividedByIfs(text);
    if (fields.length === 1 && fields[0] === null) return [this.#tilde(text, this.#partlyKnown(parts))];
    return fields.map((field, index) => (index === 0 ? this.#tilde(text, field) : field));
  }

  /** Replaces extended wildcards in a variable's value by what they may match. */
  #valueReaching(text: Candidate, source: string): Words {
    if (text === null || !hasExtendedGlob(text) || hasExtendedGlob(source)) return [text];
    return (this.#spread.reaching({ text }) ?? []).map((made) => made?.value ?? null);
  }

  #tilde(source: string, text: Candidate): Candidate {
    const [prefix = '', name] = /^~([A-Za-z_][\w.-]*|[-+])?(?=\/|$)/.exec(source) ?? [];
    if (text === null || prefix === '') return text;
    if (name === '+' || name === '-') return name === this.#mark ? `.${text.slice(2)}` : null;
    const folder = name === undefined ? this.values.element('HOME', undefined) : homeOf(name, this.#home);
    return folder === null ? text : folder + text.slice(prefix.length);
  }

  /** The combinations of values for variables and extended wildcards in words that have several. */
  choices(words: readonly Word[], isKept: (held: Held) => boolean): readonly Choice[] {
    const names = new Set(words.flatMap(({ text }) => variablesIn(text)));
    const wild = words.filter(({ text }) => hasExtendedGlob(text));
    const globs = wild.flatMap((word) => this.#spread.braced(word, most.words) ?? [word]);
    const reached = globs.flatMap((glob): readonly (readonly [string, readonly Held[]])[] => {
      const made = glob === null ? null : this.#spread.reaching(glob);
      return glob === null || made === null ? [] : [[glob.text, made.map((one) => [one?.text ?? null])]];
    });
    return this.values.choices(names, isKept, new Map(reached));
  }
}
