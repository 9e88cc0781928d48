import type { Command, Word } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';
import type { Choice } from './choices.ts';
import { wordsIn } from './command-words.ts';
import { type Part, unquoted, variablesIn } from './expanding.ts';
import type { HandedNames } from './handed-names.ts';
import { listsNames } from './listers.ts';
import { type Pipe, Pipes } from './listings.ts';
import { wordsOf } from './print-reading.ts';
import type { Held, SeenVariables } from './seen-variables.ts';
import type { SeenWords } from './seen-words.ts';

/** Substitutions within each other that are read. */
const mostNested = 4;
/** Texts with names in them that one variable is given. */
const mostTexts = 16;

/** What words are read with. */
export interface HandedParts {
  readonly variables: SeenVariables;
  readonly words: SeenWords;
  readonly names: HandedNames;
}

/** Reads words that are handed names: for finding dangers, never for allowing. */
export class HandedReading {
  readonly pipes = new Pipes();
  readonly #parts: HandedParts;
  #nested = 0;
  #isCut = false;

  constructor(parts: HandedParts) {
    this.#parts = parts;
  }

  /** Whether there is more than is followed. */
  get isCut(): boolean {
    return this.#isCut || this.pipes.isCut || this.#parts.names.isCut;
  }

  /** What the variables and substitutions of words may hold at a time where they are handed names. */
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

  /** The mark of what a substitution prints. */
  #substituted(part: Part): string | null {
    if (part.type !== 'CommandExpansion' || part.script === undefined) return null;
    return this.#nested < mostNested ? this.markOf(this.pipes.of(part.script)) : null;
  }

  /** The mark of the names that pipes print; null where they print none. */
  markOf(pipes: readonly Pipe[]): string | null {
    this.#nested += 1;
    const listings = pipes.map((pipe) => pipe.map((command) => this.#wordsOf(command)));
    this.#nested -= 1;
    return this.#parts.names.markOf(listings.filter(listsNames));
  }

  /** The words of a command, and what it is fed, marks in place of what they are handed. */
  #wordsOf(command: Command): readonly Candidate[] {
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

  /** The texts that words make where they are handed names. */
  texts(words: readonly Word[]): readonly string[] {
    const read = (word: Word) => this.#parts.words.texts(word).filter((text) => text !== null);
    return this.choices(words).flatMap((choice) =>
      this.#parts.words.values.under(choice, () => words.flatMap(read)),
    );
  }
}
