import type { Word } from 'unbash';
import { isBraced } from './braces.ts';
import type { PrintReading } from './print-reading.ts';
import { type Spread, spreadBraces, spreadGlobs } from './spread.ts';

/** A text that is a word as it stands, whatever is in it. */
const plain = /^[\w./,@%+:=*?[\]#^~-]*$/;

/** A word that is one of several; null where only the run knows it. */
type Made = Word | null;

/** Whether a text has what an extended wildcard begins with. */
export function hasExtendedGlob(text: string): boolean {
  return /[@?*+!]\(/.test(text);
}

/** Reads the words that braces and extended wildcards make of one. */
export class SpreadWords {
  /** Whether one makes more than are looked at. */
  isCut = false;
  readonly #reading: Pick<PrintReading, 'parse' | 'takeStep'>;
  readonly #kept = new Map<string, readonly Made[]>();

  constructor(reading: Pick<PrintReading, 'parse' | 'takeStep'>) {
    this.#reading = reading;
  }

  /** The words that braces make, not many more of ranges than are wanted; null where there are none. */
  braced({ text }: Word, wanted: number): readonly Made[] | null {
    return isBraced(text) ? this.#made(`${wanted}{${text}`, text, () => spreadBraces(text, wanted)) : null;
  }

  /** What extended wildcards may reach, each with plain wildcards in their place; null where there are none. */
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
