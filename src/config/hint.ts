import { nearest } from '../core/nearest.ts';

/**
 * The candidate a person most likely meant: one that begins with the word, else one that ends in it after a separator
 * (`security` for `approval.security`), else the nearest by spelling; null when none is near.
 */
export function findMeant(word: string, candidates: readonly string[], separator: string): string | null {
  const folded = word.toLowerCase();
  const begun = candidates.find((one) => folded.length > 2 && one.toLowerCase().startsWith(folded));
  const ended = candidates.find((one) => one.toLowerCase().endsWith(separator + folded));
  return begun ?? ended ?? nearest(word, candidates);
}
