import type { Candidate } from '../rules/pattern.ts';

/** The words behind `tar`, the first with the dash that its options may go without; those of other programs as they are. */
export function dashed<Word extends Candidate>(
  base: string,
  words: readonly Word[],
): readonly (Word | string)[] {
  const [first, ...rest] = words;
  return base === 'tar' && typeof first === 'string' && /^[A-Za-z]+$/.test(first)
    ? [`-${first}`, ...rest]
    : words;
}
