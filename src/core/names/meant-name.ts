import { nearest } from './nearest.ts';
import { otherNames } from './other-names.ts';

/** A name in lower case without dashes and underscores; a single letter keeps its case. */
function plain(name: string): string {
  const letters = name.replace(/[-_]/g, '');
  return letters.length === 1 ? letters : letters.toLowerCase();
}

/** Longest name that is looked up: a caller's text may have megabytes. */
const longestName = 64;

/** The candidate that equals a word except for its spelling, or that other tool suites call so; null for none. */
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

/** The one candidate that starts with a word of three letters or more; null for none or several. */
function onlyBegun(word: string, candidates: readonly string[]): string | null {
  const typed = plain(word);
  if (typed.length < 3) return null;
  const [begun, another] = candidates.filter((name) => plain(name).startsWith(typed));
  return begun === undefined || another !== undefined ? null : begun;
}

/** The candidate that other tool suites call by this word, that is nearest to it, or that starts with it; null for none. */
export function meantName(word: string, candidates: readonly string[]): string | null {
  return otherName(word, candidates) ?? nearest(word, candidates) ?? onlyBegun(word, candidates);
}

function question(meant: string | null, otherwise: string): string {
  return meant === null ? otherwise : `; did you mean "${meant}"?`;
}

/** The end of a sentence about an unknown word, `; did you mean "…"?`; `otherwise` when no candidate is near. */
export function didYouMean(word: string, candidates: readonly string[], otherwise = ''): string {
  return question(meantName(word, candidates), otherwise);
}

/** The same for a word that is valid elsewhere, so without guessing by nearness; empty for none. */
export function didYouMeanOther(word: string, candidates: readonly string[]): string {
  return question(otherName(word, candidates), '');
}
