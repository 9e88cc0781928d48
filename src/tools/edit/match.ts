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

/**
 * Starts of `part` in `text` that `isMatch` takes; overlapping ones count, because either of them could be meant, unless all
 * are replaced. One that is not taken covers nothing: another may begin within it.
 */
function findStarts(
  text: string,
  part: string,
  overlapping: boolean,
  isMatch: (start: number) => boolean = () => true,
): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(part); at !== -1; ) {
    const taken = isMatch(at);
    if (taken) starts.push(at);
    if (overlapping && starts.length >= mostCounted) break;
    at = text.indexOf(part, taken && !overlapping ? at + part.length : at + 1);
  }
  return starts;
}

/** Literal matches. One that would tear a CRLF apart is none, unless the caller wrote the carriage return itself. */
function matchExactly(text: string, old: string, overlapping: boolean): readonly Span[] {
  const mayTear = old.startsWith('\n') && !old.includes('\r');
  const isWhole = mayTear ? (start: number) => text[start - 1] !== '\r' : undefined;
  return findStarts(text, old, overlapping, isWhole).map((start) => ({ start, end: start + old.length }));
}

function spanOf(text: string, view: View, { at, length }: { at: number; length: number }): Span {
  const start = view.original(at);
  const tears = text[start] === '\n' && text[start - 1] === '\r';
  return { start: tears ? start - 1 : start, end: view.original(at + length - 1) + 1 };
}

function matchLineEnds(text: string, old: string, overlapping: boolean): readonly Span[] {
  const wanted = old.replaceAll('\r\n', '\n');
  const view = viewOf(text, false);
  return findStarts(view.text, wanted, overlapping).map((at) =>
    spanOf(text, view, { at, length: wanted.length }),
  );
}

/** Takes the blanks after `span` in: the caller wrote some there, if not these. */
function overBlanks(text: string, { start, end }: Span): Span {
  let last = end;
  while (text[last] === ' ' || text[last] === '\t') last += 1;
  return { start, end: last };
}

function matchFolded(text: string, old: string): readonly Span[] {
  const wanted = foldTypography(viewOf(old, true).text);
  if (!/[^\n]/.test(wanted)) return [];
  const view = viewOf(text, true);
  const endsInBlanks = /[ \t]$/.test(old);
  const starts = findStarts(foldTypography(view.text), wanted, true).filter((at) => {
    const next = view.text[at + wanted.length];
    return !endsInBlanks || next === undefined || next === '\n';
  });
  const spans = starts.map((at) => spanOf(text, view, { at, length: wanted.length }));
  return endsInBlanks ? spans.map((span) => overBlanks(text, span)) : spans;
}

/**
 * Where `old` occurs, at the strictest tier that finds it at all; no spans when none does. With `all` the spans do not
 * overlap and nothing is folded. Never by similarity.
 */
export function findMatches(text: string, old: string, all: boolean): Matches {
  const exact = matchExactly(text, old, !all);
  if (exact.length > 0) return { tier: 'exact', spans: exact };
  const lineEnds = text.includes('\r') || old.includes('\r') ? matchLineEnds(text, old, !all) : [];
  if (lineEnds.length > 0) return { tier: 'line endings ignored', spans: lineEnds };
  return { tier: 'trailing blanks, quotes and dashes folded', spans: all ? [] : matchFolded(text, old) };
}
