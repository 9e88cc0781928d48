import type { Edit } from './input.ts';
import { type Pause, pauseSteps } from './pause.ts';
import { foldTypography, type View, viewOf } from './view.ts';

/** How loosely a text was found, from the strictest on. */
export type Tier = 'exact' | 'line endings ignored' | 'trailing blanks, quotes and dashes folded';

/** A part of the text, by its UTF-16 indexes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Matches {
  readonly tier: Tier;
  readonly spans: readonly Span[];
}

/** Matches that are counted of a text that must be unique. */
export const mostCounted = 1000;

/** What is looked for in a text. */
interface Search {
  readonly text: string;
  readonly part: string;
  readonly overlapping: boolean;
  readonly pause: Pause;
}

/**
 * Starts of `part` in `text` that `isMatch` takes; overlapping ones count, because either of them could be meant, unless all
 * are replaced. One that is not taken covers nothing: another may begin within it.
 */
async function findStarts(
  { text, part, overlapping, pause }: Search,
  isMatch: (start: number) => boolean = () => true,
): Promise<number[]> {
  const starts: number[] = [];
  let steps = 0;
  for (let at = text.indexOf(part); at !== -1; ) {
    steps += 1;
    if (steps % pauseSteps === 0) await pause();
    const taken = isMatch(at);
    if (taken) starts.push(at);
    if (overlapping && starts.length >= mostCounted) break;
    at = text.indexOf(part, taken && !overlapping ? at + part.length : at + 1);
  }
  return starts;
}

/** Literal matches. One that would tear a CRLF apart is none, unless the caller wrote the carriage return itself. */
async function matchExactly(search: Search): Promise<readonly Span[]> {
  const { text, part: old } = search;
  const mayTear = old.startsWith('\n') && !old.includes('\r');
  const isWhole = mayTear ? (start: number) => text[start - 1] !== '\r' : undefined;
  const starts = await findStarts(search, isWhole);
  return starts.map((start) => ({ start, end: start + old.length }));
}

function spanOf(text: string, view: View, { at, length }: { at: number; length: number }): Span {
  const start = view.original(at);
  const tears = text[start] === '\n' && text[start - 1] === '\r';
  return { start: tears ? start - 1 : start, end: view.original(at + length - 1) + 1 };
}

async function matchLineEnds(search: Search): Promise<readonly Span[]> {
  const { text } = search;
  const wanted = search.part.replaceAll('\r\n', '\n');
  const view = await viewOf(text, false, search.pause);
  const starts = await findStarts({ ...search, text: view.text, part: wanted });
  return starts.map((at) => spanOf(text, view, { at, length: wanted.length }));
}

/** Takes the blanks after `span` in: the caller wrote some there, if not these. */
function overBlanks(text: string, { start, end }: Span): Span {
  let last = end;
  while (text[last] === ' ' || text[last] === '\t') last += 1;
  return { start, end: last };
}

async function matchFolded(search: Search): Promise<readonly Span[]> {
  const { text, part: old, pause } = search;
  const wanted = foldTypography((await viewOf(old, true, pause)).text);
  if (!/[^\n]/.test(wanted)) return [];
  const view = await viewOf(text, true, pause);
  const endsInBlanks = /[ \t]$/.test(old);
  const all = await findStarts({ ...search, text: foldTypography(view.text), part: wanted });
  const starts = all.filter((at) => {
    const next = view.text[at + wanted.length];
    return !endsInBlanks || next === undefined || next === '\n';
  });
  const spans = starts.map((at) => spanOf(text, view, { at, length: wanted.length }));
  return endsInBlanks ? spans.map((span) => overBlanks(text, span)) : spans;
}

/**
 * Where `old` occurs, at the strictest tier that finds it at all; no spans when none does. With `replaceAll` the spans do not
 * overlap and nothing is folded. Never by similarity.
 */
export async function findMatches(
  text: string,
  { old, replaceAll: all }: Pick<Edit, 'old' | 'replaceAll'>,
  pause: Pause,
): Promise<Matches> {
  const search: Search = { text, part: old, overlapping: !all, pause };
  const exact = await matchExactly(search);
  if (exact.length > 0) return { tier: 'exact', spans: exact };
  const lineEnds = text.includes('\r') || old.includes('\r') ? await matchLineEnds(search) : [];
  if (lineEnds.length > 0) return { tier: 'line endings ignored', spans: lineEnds };
  return { tier: 'trailing blanks, quotes and dashes folded', spans: all ? [] : await matchFolded(search) };
}
