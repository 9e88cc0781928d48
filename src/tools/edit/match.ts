import type { Edit } from './input.ts';
import { type Pause, pauseSteps } from './pause.ts';
import { foldTypography, type View, viewOf } from './view.ts';
import { windowsFor } from './windows.ts';

/** How loosely a text was found, strictest first. */
export type Tier = 'exact' | 'line endings ignored' | 'trailing blanks, quotes and dashes folded';

/** A part of a text, in UTF-16 indexes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Matches {
  /** Null for no match. */
  readonly tier: Tier | null;
  readonly spans: readonly Span[];
}

/** Most matches counted for a text that must be unique. */
export const mostCounted = 1000;

/** The text, what is sought in it, and how. */
interface Search {
  readonly text: string;
  readonly part: string;
  readonly overlapping: boolean;
  readonly pause: Pause;
}

/** Receives a match; returns false to end the search. */
type Take = (span: Span) => boolean;

/**
 * Finds each start of `part` in `text` that `isMatch` accepts, and returns their number. Overlapping ones count, as any could be meant,
 * unless all are replaced. A rejected one covers nothing: another may start within it.
 */
async function eachStart(
  { text, part, overlapping, pause }: Search,
  take: (start: number) => boolean,
  isMatch: (start: number) => boolean = () => true,
): Promise<number> {
  let [count, steps] = [0, 0];
  for (let at = text.indexOf(part); at !== -1; ) {
    steps += 1;
    if (steps % pauseSteps === 0) await pause();
    const taken = isMatch(at);
    if (taken) {
      count += 1;
      if (!take(at)) break;
    }
    at = text.indexOf(part, taken && !overlapping ? at + part.length : at + 1);
  }
  return count;
}

/** Literal matches, except those that would split a CRLF, unless the caller wrote the carriage return. */
function matchExactly(search: Search, take: Take): Promise<number> {
  const { text, part: old } = search;
  const mayTear = old.startsWith('\n') && !old.includes('\r');
  const isWhole = mayTear ? (start: number) => text[start - 1] !== '\r' : undefined;
  return eachStart(search, (start) => take({ start, end: start + old.length }), isWhole);
}

function spanOf(text: string, view: View, { at, length }: { at: number; length: number }): Span {
  const start = view.original(at);
  const tears = text[start] === '\n' && text[start - 1] === '\r';
  return { start: tears ? start - 1 : start, end: view.original(at + length - 1) + 1 };
}

/** Searches each window where `wanted` can match, as if it were the text, until `take` returns false; returns the number of matches. */
async function eachWindow(
  text: string,
  wanted: string,
  match: (part: string, take: Take) => Promise<number>,
  take: Take,
): Promise<number> {
  let [count, goesOn] = [0, true];
  for (const { start, end } of windowsFor(text, wanted)) {
    if (!goesOn) break;
    count += await match(text.slice(start, end), (span) => {
      goesOn = take({ start: start + span.start, end: start + span.end });
      return goesOn;
    });
  }
  return count;
}

async function matchLineEnds(search: Search, take: Take): Promise<number> {
  const wanted = search.part.replaceAll('\r\n', '\n');
  const matchIn = async (text: string, takeThere: Take): Promise<number> => {
    const view = await viewOf(text, false, search.pause);
    return eachStart({ ...search, text: view.text, part: wanted }, (at) =>
      takeThere(spanOf(text, view, { at, length: wanted.length })),
    );
  };
  return eachWindow(search.text, wanted, matchIn, take);
}

/** Extends `span` over the blanks after it, as the caller wrote some there too. */
function overBlanks(text: string, { start, end }: Span): Span {
  let last = end;
  while (text[last] === ' ' || text[last] === '\t') last += 1;
  return { start, end: last };
}

async function matchFolded(search: Search, take: Take): Promise<number> {
  const { part: old, pause } = search;
  const wanted = foldTypography((await viewOf(old, true, pause)).text);
  if (!/[^\n]/.test(wanted)) return 0;
  const endsInBlanks = /[ \t]$/.test(old);
  const matchIn = async (text: string, takeThere: Take): Promise<number> => {
    const view = await viewOf(text, true, pause);
    const isAtLineEnd = (at: number) => {
      const next = view.text[at + wanted.length];
      return next === undefined || next === '\n';
    };
    return eachStart(
      { ...search, text: foldTypography(view.text), part: wanted },
      (at) => {
        const span = spanOf(text, view, { at, length: wanted.length });
        return takeThere(endsInBlanks ? overBlanks(text, span) : span);
      },
      endsInBlanks ? isAtLineEnd : undefined,
    );
  };
  return eachWindow(search.text, wanted, matchIn, take);
}

/** The text that is sought, and whether all matches count. */
type Wanted = Pick<Edit, 'old' | 'replaceAll'>;

/**
 * Calls `take` with each match of `old` in order, at the strictest tier with any match, and returns that tier; null for none. With
 * `replaceAll` spans do not overlap and nothing is folded. Never by similarity. There may be as many as the text has characters.
 */
export async function eachMatch(
  text: string,
  { old, replaceAll: all }: Wanted,
  pause: Pause,
  take: (span: Span, tier: Tier) => boolean,
): Promise<Tier | null> {
  const search: Search = { text, part: old, overlapping: !all, pause };
  const isReturned = text.includes('\r') || old.includes('\r');
  const tiers: readonly (readonly [Tier, boolean, typeof matchExactly])[] = [
    ['exact', true, matchExactly],
    ['line endings ignored', isReturned, matchLineEnds],
    ['trailing blanks, quotes and dashes folded', !all, matchFolded],
  ];
  for (const [tier, isTried, match] of tiers) {
    if (isTried && (await match(search, (span) => take(span, tier))) > 0) return tier;
  }
  return null;
}
