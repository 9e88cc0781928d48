import { type Pause, pauseSteps } from './pause.ts';

/** A text with parts left out, mapped to the original. */
export interface View {
  readonly text: string;
  /** Index in the original of the view's character at `index`. */
  original(index: number): number;
}

const folded: readonly (readonly [from: RegExp, to: string])[] = [
  [/[\u2018\u2019\u201a\u201b\u2032]/g, "'"],
  [/[\u201c\u201d\u201e\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
];

/** Typographic quotes and dashes replaced by ASCII ones, one character each. */
export function foldTypography(text: string): string {
  return folded.reduce((result, [from, to]) => result.replace(from, to), text);
}

function isBlank(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code === 32 || code === 9;
}

/** Where the visible part of a line ends; `end` is its newline or the end of the text. */
function visibleEnd(text: string, end: number, trims: boolean): number {
  let visible = end;
  if (end < text.length && text[visible - 1] === '\r') visible -= 1;
  while (trims && isBlank(text, visible - 1)) visible -= 1;
  return visible;
}

/** The text with CRLF as LF and, with `trims`, without blanks at line ends. One pass in linear time. */
export async function viewOf(text: string, trims: boolean, pause: Pause): Promise<View> {
  const parts: string[] = [];
  const cutAt: number[] = [];
  const cutSum: number[] = [];
  let [from, length, removed] = [0, 0, 0];
  let steps = 0;
  for (let start = 0; start <= text.length; ) {
    steps += 1;
    if (steps % pauseSteps === 0) await pause();
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const visible = visibleEnd(text, end, trims);
    if (visible < end) {
      parts.push(text.slice(from, visible));
      length += visible - from;
      removed += end - visible;
      cutAt.push(length);
      cutSum.push(removed);
      from = end;
    }
    start = end + 1;
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), original: (index) => index + removedBefore(cutAt, cutSum, index) };
}

/** Characters left out before `index`, by binary search. */
function removedBefore(cutAt: readonly number[], cutSum: readonly number[], index: number): number {
  let [low, high] = [0, cutAt.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cutAt[middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return cutSum[low - 1] ?? 0;
}
