import { nearest } from './nearest.ts';
import { otherNames } from './other-names.ts';

/** A name without what only spelling decides: dashes, underscores and capitals, but of a single letter. */
function plain(name: string): string {
  const letters = name.replace(/[-_]/g, '');
  return letters.length === 1 ? letters : letters.toLowerCase();
}

/** Longest name that is looked up: a caller's word may be megabytes long. */
const longestName = 64;

/** The candidate that a word is, spelled in its way, or means in another suite of tools; null when there is none. */
export function otherName(word: string, candidates: readonly string[]): string | null {
  if (word.length > longestName) return null;
  const typed = plain(word);
  const spelled = candidates.find((name) => plain(name) === typed);
  if (spelled !== undefined) return spelled;
  for (const [meant, others] of otherNames) {
    if (!others.split(' ').includes(typed)) continue;
    const found = candidates.find((name) => plain(name) === plain(meant));
    if (found !== undefined) return found;
  }
  return null;
}

/** The one candidate that a word of three letters or more begins; null when there is none, or more than one. */
function onlyBegun(word: string, candidates: readonly string[]): string | null {
  const typed = plain(word);
  if (typed.length < 3) return null;
  const [begun, another] = candidates.filter((name) => plain(name).startsWith(typed));
  return begun === undefined || another !== undefined ? null : begun;
}

/** The candidate that a word means in another suite of tools, that it is nearest to, or that it begins; null when there is none. */
export function meantName(word: string, candidates: readonly string[]): string | null {
  return otherName(word, candidates) ?? nearest(word, candidates) ?? onlyBegun(word, candidates);
}

function question(meant: string | null, otherwise: string): string {
  return meant === null ? otherwise : `; did you mean "${meant}"?`;
}

/** The end of a sentence about an unknown word, as `; did you mean "…"?`; `otherwise` when no candidate is near. */
export function didYouMean(word: string, candidates: readonly string[], otherwise = ''): string {
  return question(meantName(word, candidates), otherwise);
}

/** The same about a word that is right in another place: nearness alone tells nothing then. */
export function didYouMeanOther(word: string, candidates: readonly string[]): string {
  return question(otherName(word, candidates), '');
}
