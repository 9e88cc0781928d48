import type { Span } from './match.ts';

/** Most occurrences and lines looked at; where there are more, all of a text is one window. */
const mostOccurrences = 1000;
const mostLines = 100_000;
/** Most characters looked at for the bounds of windows, as a multiple of those of the text: lines may be long and windows overlap. */
const mostPasses = 4;

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}

/** The longest part of a wanted text that is in the file as it is, wherever the text matches loosely: no line end, quote or dash. */
function anchorOf(wanted: string): { readonly anchor: string; readonly at: number } {
  let [anchor, at] = ['', 0];
  for (const { 0: run, index } of wanted.matchAll(/[^\n\r'"-]+/g)) {
    if (run.length > anchor.length) [anchor, at] = [run, index];
  }
  return { anchor, at };
}

/** Where the line starts that is `count` lines before that of `position`. */
function startOfLine(text: string, position: number, count: number): number {
  let start = position;
  for (let left = count; left >= 0 && start > 0; left -= 1) {
    if (left < count) start -= 1;
    start = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  }
  return start;
}

/** Where the line ends, behind its newline, that is `count` lines after that of `position`. */
function endOfLine(text: string, position: number, count: number): number {
  let end = position;
  for (let left = count; left >= 0; left -= 1) {
    const newline = text.indexOf('\n', end);
    if (newline === -1) return text.length;
    end = newline + 1;
  }
  return end;
}

/**
 * The whole lines of `text` in which `wanted` can match loosely, in ascending order and apart; a match lies in one of them. `wanted` has
 * no CRLF, and as its quotes and dashes those of ASCII.
 */
export function windowsFor(text: string, wanted: string): readonly Span[] {
  const all = [{ start: 0, end: text.length }];
  const { anchor, at } = anchorOf(wanted);
  if (anchor === '') return all;
  const before = newlinesIn(wanted.slice(0, at));
  const after = newlinesIn(wanted.slice(at));
  const most = Math.min(mostOccurrences, mostLines / (before + after + 1));
  const windows: Span[] = [];
  let [count, chars, lineEnd] = [0, 0, 0];
  for (let found = text.indexOf(anchor); found !== -1; found = text.indexOf(anchor, found + 1)) {
    count += 1;
    if (count > most || chars > mostPasses * text.length) return all;
    // The window of its line is there already.
    if (found < lineEnd) continue;
    lineEnd = endOfLine(text, found, 0);
    const start = startOfLine(text, found, before);
    const end = endOfLine(text, found, after);
    chars += end - start;
    const last = windows.at(-1);
    if (last === undefined || last.end <= start) windows.push({ start, end });
    else windows[windows.length - 1] = { start: Math.min(last.start, start), end: Math.max(last.end, end) };
  }
  return windows;
}
