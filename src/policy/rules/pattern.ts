import { inSingleQuotes } from '../../core/text/quote-word.ts';

/** One word of a rule. */
export interface PatternWord {
  /** The unquoted word, with `*` for each wildcard. */
  readonly text: string;
  readonly literal: boolean;
  /** The literal text around the wildcards. */
  readonly parts: readonly string[];
}

/** A command rule as words to match against argv; `rest` if it ends in ` *`. */
export interface Pattern {
  readonly words: readonly PatternWord[];
  readonly rest: boolean;
}

/** A word of a command that rules are matched against; null if unknown, which only a wildcard matches. */
export type Candidate = string | null;

/** The words of a command, or some of them, as far as they are known. */
export type Words = readonly Candidate[];

/** Whether any known word matches a pattern. */
export function hasWord(words: Words, form: RegExp): boolean {
  return words.some((word) => word !== null && form.test(word));
}

/** Placeholder in shell text for a part that is known only when it runs: a variable without a known value. */
export const unknownPart = '$__';

interface RawWord {
  text: string;
  readonly parts: string[];
}

/** Operators between commands, or before files, as a word or attached to one; a lone `&` within a word may belong to a URL. */
const operators = /[|;<>]|&&|&$|^&|^[()]$/;

/** What is wrong with the text of a rule, as the state part of a failure message. */
export class PatternProblem extends Error {}

class WordReader {
  readonly words: RawWord[] = [];
  #word: RawWord | null = null;
  #quoted = false;

  add(char: string, wild: boolean): void {
    this.#word ??= { text: '', parts: [''] };
    this.#word.text += char;
    if (wild) this.#word.parts.push('');
    else this.#word.parts.push(`${this.#word.parts.pop() ?? ''}${char}`);
  }

  open(): void {
    this.#quoted = true;
    this.#word ??= { text: '', parts: [''] };
  }

  end(): void {
    if (this.#word === null) return;
    if (!this.#quoted && operators.test(this.#word.text)) {
      throw new PatternProblem(`"${this.#word.text}" joins commands`);
    }
    this.words.push(this.#word);
    this.#word = null;
    this.#quoted = false;
  }
}

/** Reads the quoted part that opens at `start`; returns the index of its closing quote. */
function readQuoted(text: string, start: number, reader: WordReader): number {
  const quote = text[start];
  reader.open();
  for (let i = start + 1; i < text.length; i += 1) {
    const char = text[i] ?? '';
    if (char === quote) return i;
    const next = text[i + 1] ?? '';
    if (quote === '"' && char === '\\' && '"\\$`'.includes(next) && next !== '') {
      reader.add(next, false);
      i += 1;
    } else reader.add(char, false);
  }
  throw new PatternProblem('a quote is not closed');
}

function readWords(text: string): readonly RawWord[] {
  const reader = new WordReader();
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] ?? '';
    if (char === ' ' || char === '\t' || char === '\n') reader.end();
    else if (char === "'" || char === '"') i = readQuoted(text, i, reader);
    else if (char === '\\') {
      if (i + 1 >= text.length) throw new PatternProblem('it ends in a backslash');
      i += 1;
      reader.open();
      reader.add(text[i] ?? '', false);
    } else reader.add(char, char === '*');
  }
  reader.end();
  return reader.words;
}

/** Splits a command in a rule or an example into words, with quotes and backslashes as in a shell. Throws PatternProblem. */
export function splitWords(text: string): readonly string[] {
  return readWords(text).map((word) => word.text);
}

/** Compiles the text of a command rule; throws PatternProblem if it is malformed. */
export function parsePattern(text: string): Pattern {
  if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(text))
    throw new PatternProblem('it holds control characters');
  // The `Tool(pattern)` syntax of other programs: taken as words, it would silently match nothing.
  if (/^\s*\w+\(.*\)\s*$/s.test(text)) throw new PatternProblem('it puts its words in parentheses');
  const raw = readWords(text);
  if (raw.length === 0) throw new PatternProblem('it is empty');
  const last = raw.at(-1);
  const rest = last !== undefined && last.text === '*' && last.parts.length === 2;
  const kept = rest && raw.length > 1 ? raw.slice(0, -1) : raw;
  return {
    rest,
    words: kept.map(({ text: word, parts }) => ({ text: word, literal: parts.length === 1, parts })),
  };
}

/** Whether a pattern word matches a text, in time linear in the text. */
export function matchesWord(word: PatternWord, text: string): boolean {
  const [first = '', ...between] = word.parts;
  const last = between.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of between) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

/** Whether a pattern word matches a word; only a lone `*` matches an unknown one. */
function takes(word: PatternWord, candidate: Candidate): boolean {
  if (candidate === null) return !word.literal && word.text === '*';
  return matchesWord(word, candidate);
}

/** Matches the words after the program; returns for each argument whether the rule spells it out, or null for no match. */
export function matchArguments(pattern: Pattern, args: Words): readonly boolean[] | null {
  const words = pattern.words.slice(1);
  if (args.length < words.length) return null;
  if (args.length > words.length && !pattern.rest) return null;
  const spelled: boolean[] = [];
  for (const [index, arg] of args.entries()) {
    const word = words[index];
    if (word === undefined) spelled.push(false);
    else if (takes(word, arg)) spelled.push(word.literal);
    else return null;
  }
  return spelled;
}

/** Writes a word as in a rule: quoted if it contains anything but plain characters. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./~^-]+$/.test(word) ? word : inSingleQuotes(word);
}
