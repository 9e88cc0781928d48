import type { Candidate } from '../rules/pattern.ts';

/** Letters that are looked at; tar has fewer. */
const mostLetters = 100;

/** Letters of tar that take a word. */
const valued = /[bCfFgHIKLNTVX]/;

/**
 * The words behind `tar` as if its options had a dash: the letters of a first word without one take the words behind it, in
 * their order (GNU tar, "Old Option Style"). Words of other programs as they are.
 */
export function dashed<Word extends Candidate>(
  base: string,
  words: readonly Word[],
): readonly (Word | string)[] {
  const [first, ...rest] = words;
  if (base !== 'tar' || typeof first !== 'string' || !/^[A-Za-z]+$/.test(first)) return words;
  let taken = 0;
  const options = [...first.slice(0, mostLetters)].flatMap((letter) => {
    const value = valued.test(letter) ? rest[taken] : undefined;
    if (value === undefined) return [`-${letter}`];
    taken += 1;
    return [`-${letter}`, value];
  });
  return [...options, ...rest.slice(taken)];
}
