import { loosely } from './looks.ts';

/** Most lines that are compared with one. */
const mostLines = 50_000;
/** Least share of words that makes a line near. */
const leastLikeness = 0.6;
/** Least words that a line must share with `old` if it is longer, as `old` may be a part of it; fewer tell nothing. */
export const leastShared = 2;
/** Least share of equal characters around the difference that makes a line near that has too few words of `old`. */
const leastEnds = 0.6;
/** Least of them, as lines of few characters are like many. */
const leastEqual = 3;

/** The words of a line. */
export function wordsOf(line: string): ReadonlySet<string> {
  return new Set(line.match(/[\p{L}\p{N}_]+/gu));
}

/** How many characters two lines have in common at their start and end. */
function commonEnds(line: string, other: string): number {
  const most = Math.min(line.length, other.length);
  let [start, end] = [0, 0];
  while (start < most && line[start] === other[start]) start += 1;
  while (end < most - start && line.at(-1 - end) === other.at(-1 - end)) end += 1;
  return start + end;
}

/**
 * The line most similar to `wanted` by shared words, of equally similar ones that with the most equal characters around the difference;
 * else the one with most of its words, else the one that is `wanted` but for a slip in a word; null if none has enough.
 */
export function likest(lines: readonly string[], loose: readonly string[], wanted: string): number | null {
  const words = wordsOf(loosely(wanted));
  const isCloser = (line: number, other: number) =>
    commonEnds(lines[line] ?? '', wanted) > commonEnds(lines[other] ?? '', wanted);
  let [best, bestLine]: [number, number | null] = [leastLikeness, null];
  let [most, holder]: [number, number | null] = [leastLikeness, null];
  for (let i = 0; i < Math.min(loose.length, mostLines); i += 1) {
    const other = wordsOf(loose[i] ?? '');
    let shared = 0;
    for (const word of other) if (words.has(word)) shared += 1;
    const likeness = (2 * shared) / (words.size + other.size);
    const isAsLike = likeness === best && bestLine !== null && isCloser(i, bestLine);
    if (likeness > best || isAsLike) [best, bestLine] = [likeness, i];
    if (shared >= leastShared && shared / words.size > most) [most, holder] = [shared / words.size, i];
  }
  return bestLine ?? holder ?? misspelt(loose, loosely(wanted));
}

/** The line with most characters equal around the difference, as a slip within a word leaves it; null if none has enough. */
function misspelt(loose: readonly string[], wanted: string): number | null {
  let [best, bestLine]: [number, number | null] = [leastEnds, null];
  for (let i = 0; i < Math.min(loose.length, mostLines); i += 1) {
    const line = loose[i] ?? '';
    const equal = commonEnds(line, wanted);
    const share = equal / Math.max(line.length, wanted.length);
    if (equal >= leastEqual && share > best) [best, bestLine] = [share, i];
  }
  return bestLine;
}
