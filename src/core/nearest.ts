/** Levenshtein distance in UTF-16 units. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The candidate nearest to `word` by at most a third of its length plus one edit, or null when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.floor(word.length / 3) + 2;
  const folded = word.toLowerCase();
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    // What one is longer by has to be edited at least; a caller's word may be megabytes long.
    if (Math.abs(folded.length - other.length) >= bestDistance) continue;
    const edits = distance(folded, other);
    if (edits < bestDistance) [best, bestDistance] = [candidate, edits];
  }
  return best;
}
