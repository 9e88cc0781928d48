import { leastShared, likest, wordsOf } from './likest.ts';
import { loosely } from './looks.ts';

/** Most characters of a file that are searched for near matches. */
const mostChars = 8_388_608;
const mostNear = 3;
/** Most lines compared: each of a long file once, fewer if long stretches agree. */
const mostCompared = 5_000_000;
/** Most lines behind a difference that are compared, for the same reason. */
const mostBehind = 100;

/** A near match: the file's line (from 1) for the first line of `old`, and how many lines loosely agree. */
export interface Near {
  readonly line: number;
  readonly agreeing: number;
}

export interface NearMatches {
  /** Best first. */
  readonly near: readonly Near[];
  readonly lines: readonly string[];
  /** The lines of `old` without blank ones at start and end. */
  readonly wanted: readonly string[];
  /** Whether `old` has a line end before the first of them; `endsLine`: after the last. */
  readonly startsLine: boolean;
  readonly endsLine: boolean;
}

/** The lines of `old` from the first to the last that is not blank. */
function wantedLines(old: string): Pick<NearMatches, 'wanted' | 'startsLine' | 'endsLine'> {
  const lines = old.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const wanted = first === -1 ? [] : lines.slice(first, last + 1);
  return { wanted, startsLine: first > 0, endsLine: last < lines.length - 1 };
}

/** How many lines from `at` loosely agree; the first may start, and the last end, within a line of the file. */
function agreement(loose: readonly string[], at: number, wanted: readonly string[]): number {
  let count = 0;
  for (; count < wanted.length; count += 1) {
    const line = loose[at + count];
    const part = wanted[count] ?? '';
    if (line === undefined) return count;
    if (line === part) continue;
    const isFirst = count === 0 && (wanted.length === 1 ? line.includes(part) : line.endsWith(part));
    const isLast = count === wanted.length - 1 && line.startsWith(part);
    if (!isFirst && !isLast) return count;
  }
  return count;
}

/** A place with how many lines agree in all, also behind one that differs. */
interface Place extends Near {
  readonly all: number;
}

/** How many lines agree in all where the first `agreeing` do; empty ones agree everywhere and do not count. */
function agreementOfAll(
  loose: readonly string[],
  { at, agreeing }: { at: number; agreeing: number },
  wanted: readonly string[],
): number {
  const isSame = (line: string, index: number) => line !== '' && line === loose[at + agreeing + index];
  return agreeing + wanted.slice(agreeing, agreeing + mostBehind).filter(isSame).length;
}

/** The places where the first lines agree, and the most of all; best first. */
function longestAgreements(loose: readonly string[], wanted: readonly string[]): readonly Near[] {
  let found: readonly Place[] = [];
  let left = mostCompared;
  for (let at = 0; at < loose.length && left > 0; at += 1) {
    const agreeing = agreement(loose, at, wanted);
    left -= agreeing + 1;
    if (agreeing === 0) continue;
    left -= Math.min(wanted.length - agreeing, mostBehind);
    const all = agreementOfAll(loose, { at, agreeing }, wanted);
    if (all <= (found[mostNear - 1]?.all ?? 0)) continue;
    found = [...found, { line: at + 1, agreeing, all }].sort((a, b) => b.all - a.all).slice(0, mostNear);
  }
  return found.map(({ line, agreeing }) => ({ line, agreeing }));
}

/** Lines of the file before places where all lines of `wanted` after the first agree, unless those have too few words. */
function beforeAgreeing(loose: readonly string[], wanted: readonly string[]): readonly Near[] {
  const rest = wanted.slice(1);
  const [next = ''] = rest;
  if (wordsOf(rest.join(' ')).size < leastShared) return [];
  return longestAgreements(loose, rest)
    .filter(({ line, agreeing }) => agreeing === rest.length && loose[line - 1]?.startsWith(next))
    .flatMap(({ line }) => (line > 1 ? [{ line: line - 1, agreeing: 0 }] : []));
}

/** Where `old`, which does not occur, nearly does. For messages only: nothing is ever changed by similarity. */
export function findNear(text: string, old: string): NearMatches {
  // Matching ignores line ends, so they are no difference.
  const lines = text.slice(0, mostChars).split(/\r?\n/);
  const edges = wantedLines(old);
  const loose = lines.map(loosely);
  const looseWanted = edges.wanted.map(loosely);
  const found = longestAgreements(loose, looseWanted);
  if (found.length > 0) return { near: found, lines, ...edges };
  const before = beforeAgreeing(loose, looseWanted);
  if (before.length > 0) return { near: before, lines, ...edges };
  const line = likest(lines, loose, edges.wanted[0] ?? '');
  return { near: line === null ? [] : [{ line: line + 1, agreeing: 0 }], lines, ...edges };
}
