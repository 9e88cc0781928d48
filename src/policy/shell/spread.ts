import type { Word } from 'unbash';
import type { Words } from '../rules/pattern.ts';
import {
  braces,
  elementOf,
  extendedGlobs,
  lengthOf,
  type Part,
  partsOf,
  type Range,
} from './alternatives.ts';
import { isBraced } from './braces.ts';
import type { PrintReading } from './print-reading.ts';

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

/** Most words that one word makes. */
const mostWords = 1024;
/** Elements used of each range, half from each end; the largest size is used that does not make too many words. */
const rangeSizes = [64, 16, 4, 2];

/** The elements of a range; for a long one, the first and last ones, and null. */
function elementsOf(range: Range, size: number): Words {
  const length = lengthOf(range);
  const element = (index: number) => elementOf(range, index);
  if (length <= size) return Array.from({ length }, (_, index) => element(index));
  const half = Array.from({ length: size / 2 }, (_, index) => index);
  return [...half.map(element), null, ...half.map((index) => element(length - 1 - index)).reverse()];
}

function countOf(parts: readonly Part[], size: number): number {
  return parts.reduce((count, part) => {
    if (part.kind === 'text') return count;
    if (part.kind === 'range') return count * Math.min(lengthOf(part.range), size + 1);
    return count * part.all.reduce((sum, inner) => sum + countOf(inner, size), 0);
  }, 1);
}

function product(parts: readonly Part[], textsOf: (part: Part) => Words): Words {
  let words: Words = [''];
  for (const part of parts) {
    const texts = textsOf(part);
    words = words.flatMap((word) =>
      texts.map((text) => (word === null || text === null ? null : word + text)),
    );
  }
  return words;
}

function spreadParts(parts: readonly Part[], size: number): Words {
  return product(parts, (part) => {
    if (part.kind === 'text') return [part.text];
    if (part.kind === 'range') return elementsOf(part.range, size);
    return part.all.flatMap((inner) => spreadParts(inner, size));
  });
}

/** The number of words that parts make, with all elements of ranges. */
export function wordCount(parts: readonly Part[]): number {
  return countOf(parts, Number.POSITIVE_INFINITY);
}

/** All words that parts make. */
export function allWords(parts: readonly Part[]): Words {
  return spreadParts(parts, Number.POSITIVE_INFINITY);
}

/** The words that alternatives make, as source text; null for one that is known only when it runs. */
export interface Spread {
  readonly words: Words;
  /** Whether there are more than are looked at. */
  readonly isCut: boolean;
}

const tooMany: Spread = { words: [null], isCut: true };

/**
 * The words that a shell makes of braces, as source text: `a{b,c}` is `ab` and `ac`. Empty words are dropped, and long ranges
 * are represented by some elements if there would be more words than wanted.
 */
function spreadBraces(text: string, wanted: number): Spread {
  const parts = partsOf(text, braces);
  if (parts === null || countOf(parts, 2) > mostWords) return tooMany;
  const size = rangeSizes.find((some) => countOf(parts, some) <= wanted) ?? 2;
  return { words: spreadParts(parts, size).filter((word) => word !== ''), isCut: false };
}

/** Plain wildcards for an extended one, one for each alternative; a negated one may match anything else. */
function alternativesOf(operator: string, all: Words): Words {
  const longer = all.map((text) => (text === null || text === '' ? text : `${text}*`));
  switch (operator[0]) {
    case '@':
      return all;
    case '?':
      return ['', ...all];
    case '+':
      return [...all, ...longer];
    case '*':
      return ['', ...all, ...longer];
    default:
      return ['*'];
  }
}

function countOfGlobs(parts: readonly Part[]): number {
  return parts.reduce((count, part) => {
    if (part.kind !== 'each') return count;
    return count * (1 + 2 * part.all.reduce((sum, inner) => sum + countOfGlobs(inner), 0));
  }, 1);
}

function globWords(parts: readonly Part[]): Words {
  return product(parts, (part) => {
    if (part.kind !== 'each') return [part.kind === 'text' ? part.text : null];
    return alternativesOf(
      part.operator,
      part.all.flatMap((inner) => globWords(inner)),
    );
  });
}

/** The words for extended wildcards, as source text with plain wildcards instead: `@(a|b)`, `!(a)`. */
function spreadGlobs(text: string): Spread {
  const parts = partsOf(text, extendedGlobs);
  if (parts === null || countOfGlobs(parts) > mostWords) return tooMany;
  return { words: [...new Set(globWords(parts))].filter((word) => word !== ''), isCut: false };
}
