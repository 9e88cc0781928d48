import { ownValue } from '../../core/record.ts';
import type { Candidate } from '../rules/pattern.ts';
import { each } from './words.ts';

/** Letters that are looked at; tar has fewer. */
const mostLetters = 100;

/** Letters of `tar` that take a word. */
const tarValued = 'bCfFgHIKLNTVX';
/** The source of a pattern: flags of `tar` in a cluster before a letter that is looked for. */
export const tarFlags = `(?:(?![${tarValued}])[A-Za-z])*`;
/** Letters that take a word, by program. */
const valued: Readonly<Record<string, RegExp>> = {
  ...each('tar gtar bsdtar', new RegExp(`[${tarValued}]`)),
  jar: /[fme]/,
  ar: /[abiN]/,
};

/** A word with the index of the one that it comes from. */
type Placed<Word> = readonly [word: Word | string, from: number];

/**
 * The words behind `tar` and its like as if their options had a dash: the letters of a first word without one take the words behind
 * it, in their order (GNU tar, "Old Option Style"); each with its place among the words as they are. Null for words without such letters.
 */
export function placedOptions<Word extends Candidate>(
  base: string,
  words: readonly Word[],
): readonly Placed<Word>[] | null {
  const [first] = words;
  const takes = ownValue(valued, base);
  if (takes === undefined || typeof first !== 'string' || !/^[A-Za-z]+$/.test(first)) return null;
  let taken = 0;
  const options = [...first.slice(0, mostLetters)].flatMap((letter): readonly Placed<Word>[] => {
    const value = takes.test(letter) ? words[taken + 1] : undefined;
    if (value === undefined) return [[`-${letter}`, 0]];
    taken += 1;
    return [
      [`-${letter}`, 0],
      [value, taken],
    ];
  });
  return [...options, ...words.map((word, from): Placed<Word> => [word, from]).slice(taken + 1)];
}

/** The same words without their places; words of other programs as they are. */
export function dashed<Word extends Candidate>(
  base: string,
  words: readonly Word[],
): readonly (Word | string)[] {
  return placedOptions(base, words)?.map(([word]) => word) ?? words;
}
