import { folded } from '../text/composed.ts';

/** Edit distance in UTF-16 units: insertions, deletions, substitutions and swaps of neighbours. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution, swap));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/**
 * The candidate nearest to `word`, within one edit for every three letters and at least one, ignoring case and how characters are
 * composed; null for none.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
  const sought = folded(word);
  for (const candidate of candidates) {
    const other = folded(candidate);
    // The difference in length is the least distance; a caller's text may have megabytes.
    if (Math.abs(sought.length - other.length) >= bestDistance) continue;
    const edits = distance(sought, other);
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits];
  }
  return best;
}
