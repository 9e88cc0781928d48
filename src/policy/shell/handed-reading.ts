import type { Command, Word } from 'unbash';
import type { Words } from '../rules/pattern.ts';
import type { Choice } from './choices.ts';
import { wordsIn } from './command-words.ts';
import { type Part, unquoted, variablesIn } from './expanding.ts';
import type { HandedNames } from './handed-names.ts';
import { listsNames } from './listers.ts';
import { type Pipe, Pipes } from './listings.ts';
import { wordsOf } from './print-reading.ts';
import type { Held, SeenVariables } from './seen-variables.ts';
import type { SeenWords } from './seen-words.ts';

/** Most nested substitutions that are read. */
const mostNested = 4;
/** Most texts with names that one variable is given. */
const mostTexts = 16;

/** What words are read with. */
export interface HandedParts {
  readonly variables: SeenVariables;
  readonly words: SeenWords;
  readonly names: HandedNames;
}

/** Reads words with names that commands list: for finding dangers, never for allowing. */
export class HandedReading {
  readonly pipes = new Pipes();
  readonly #parts: HandedParts;
  #nested = 0;
  #isCut = false;

  constructor(parts: HandedParts) {
    this.#parts = parts;
  }

  /** Whether a limit was reached. */
  get isCut(): boolean {
    return this.#isCut || this.pipes.isCut || this.#parts.names.isCut;
  }

  /** The values that variables and substitutions in words have together if they contain listed names. */
  choices(words: readonly Word[]): readonly Choice[] {
    const held = new Map<string, readonly string[]>();
    for (const { text, parts = [] } of words) {
      if (!/[$`]/.test(text)) continue;
      for (const name of variablesIn(text)) {
        const texts = this.#parts.variables.handedTo(name);
        if (texts.length > 0) held.set(name, this.#parts.names.together(texts));
      }
      for (const part of unquoted(parts)) {
        const mark = this.#substituted(part);
        if (mark !== null) held.set(part.text, [mark]);
      }
    }
    const most = Math.max(0, ...[...held.values()].map((texts) => texts.length));
    this.#isCut ||= most > mostTexts;
    return Array.from({ length: Math.min(most, mostTexts) }, (_, round) => {
      const chosen = ([name, texts]: [string, readonly string[]]): [string, Held] => [
        name,
        [texts[Math.min(round, texts.length - 1)] ?? null],
      ];
      return new Map([...held].map(chosen));
    });
  }

  /** The mark for the output of a substitution; null if it lists no names. */
  #substituted(part: Part): string | null {
    if (part.type !== 'CommandExpansion' || part.script === undefined) return null;
    return this.#nested < mostNested ? this.markOf(this.pipes.of(part.script)) : null;
  }

  /** The mark for the names that pipes print; null if they print none. */
  markOf(pipes: readonly Pipe[]): string | null {
    this.#nested += 1;
    const listings = pipes.map((pipe) => pipe.map((command) => this.#wordsOf(command)));
    this.#nested -= 1;
    return this.#parts.names.markOf(listings.filter(listsNames));
  }

  /** The words of a command and of its here-strings, with marks for listed names. */
  #wordsOf(command: Command): Words {
    const { words } = this.#parts;
    const [choice = new Map()] = this.choices(wordsIn(command));
    const fed = command.suffix.flatMap((item) =>
      item.type === 'HereString' && item.target !== undefined ? [item.target] : [],
    );
    return words.values.under(choice, () => [
      ...wordsOf(command, words.reading),
      ...fed.map((word) => words.text(word)),
    ]);
  }

  /** The texts of words that contain listed names. */
  texts(words: readonly Word[]): readonly string[] {
    const read = (word: Word) => this.#parts.words.texts(word).filter((text) => text !== null);
    return this.choices(words).flatMap((choice) =>
      this.#parts.words.values.under(choice, () => words.flatMap(read)),
    );
  }
}
