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

/**
 * The words behind `tar` and its like as if their options had a dash: the letters of a first word without one take the words behind
 * it, in their order (GNU tar, "Old Option Style"). Words of other programs as they are.
 */
export function dashed<Word extends Candidate>(
  base: string,
  words: readonly Word[],
): readonly (Word | string)[] {
  const [first, ...rest] = words;
  const takes = ownValue(valued, base);
  if (takes === undefined || typeof first !== 'string' || !/^[A-Za-z]+$/.test(first)) return words;
  let taken = 0;
  const options = [...first.slice(0, mostLetters)].flatMap((letter) => {
    const value = takes.test(letter) ? rest[taken] : undefined;
    if (value === undefined) return [`-${letter}`];
    taken += 1;
    return [`-${letter}`, value];
  });
  return [...options, ...rest.slice(taken)];
}
