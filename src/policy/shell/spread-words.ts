import type { Word } from 'unbash';
import { isBraced } from './braces.ts';
import type { PrintReading } from './print-reading.ts';
import { type Spread, spreadBraces, spreadGlobs } from './spread.ts';

/** A text that needs no parsing to be a word. */
const plain = /^[\w./,@%+:=*?[\]#^~-]*$/;

/** One of the words made; null if it is known only when it runs. */
type Made = Word | null;

/** Whether a text contains the beginning of an extended wildcard. */
export function hasExtendedGlob(text: string): boolean {
  return /[@?*+!]\(/.test(text);
}

/** Expands braces and extended wildcards in words. */
export class SpreadWords {
  /** Whether a word makes more words than are looked at. */
  isCut = false;
  readonly #reading: Pick<PrintReading, 'parse' | 'takeStep'>;
  readonly #kept = new Map<string, readonly Made[]>();

  constructor(reading: Pick<PrintReading, 'parse' | 'takeStep'>) {
    this.#reading = reading;
  }

  /** The words from braces, with not many more of ranges than wanted; null without braces. */
  braced({ text }: Word, wanted: number): readonly Made[] | null {
    return isBraced(text) ? this.#made(`${wanted}{${text}`, text, () => spreadBraces(text, wanted)) : null;
  }

  /** The words for extended wildcards, with plain wildcards instead; null without any. */
  reaching({ text }: Pick<Word, 'text'>): readonly Made[] | null {
    return hasExtendedGlob(text) ? this.#made(`(${text}`, text, () => spreadGlobs(text)) : null;
  }

  #made(key: string, text: string, spread: () => Spread): readonly Made[] | null {
    const before = this.#kept.get(key);
    if (before !== undefined) return before.length === 0 ? null : before;
    const { words, isCut } = spread();
    this.isCut ||= isCut;
    const made = words.length === 1 && words[0] === text ? [] : words.map((word) => this.#read(word));
    this.#kept.set(key, made);
    return made.length === 0 ? null : made;
  }

  #read(text: string | null): Made {
    if (text === null) return null;
    if (plain.test(text)) return { type: 'Word', text, value: text, pos: 0, end: text.length };
    if (!this.#reading.takeStep(text.length)) return null;
    const command = this.#reading.parse(`: ${text}`)?.commands[0]?.command;
    const [word] = command?.type === 'Command' ? command.suffix : [];
    return word?.type === 'Word' ? word : null;
  }
}
