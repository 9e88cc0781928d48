import { firstCharacters, lastCharacters } from '../core/text/cut-text.ts';
import { commonEnd, commonStart } from './changed-region.ts';

/** Lines of a change up to this many UTF-16 units are shown in full. */
const longestLine = 2000;
/** Unchanged characters shown on either side of an omission in a longer line. */
const shownBeside = 200;

/** Shortens an unchanged text by its middle. */
function shortened(text: string): string {
  const [start, end] = [firstCharacters(text, shownBeside), lastCharacters(text, shownBeside)];
  const left = text.length - start.length - end.length;
  return left <= shownBeside ? text : `${start}…[${left} characters unchanged]…${end}`;
}

/** A line before and after a change, without most of their common start and end. */
function shortenedPair(before: string, after: string): readonly [string, string] {
  if (Math.max(before.length, after.length) <= longestLine) return [before, after];
  const head = firstCharacters(before, commonStart(before, after));
  const most = Math.min(before.length, after.length) - head.length;
  const tail = lastCharacters(before, commonEnd(before, after, most));
  const around = (line: string) =>
    shortened(head) + line.slice(head.length, line.length - tail.length) + shortened(tail);
  return [around(before), around(after)];
}

/** Shortens a block of a hunk: from a removed or added line to the next unchanged one. */
function shortenedBlock(lines: readonly string[]): readonly string[] {
  const marked = (mark: string) => lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1));
  const [removed, added] = [marked('-'), marked('+')];
  if (removed.length !== added.length) return lines;
  const pairs = removed.map((before, index) => shortenedPair(before, added[index] ?? ''));
  const next = new Map([
    ['-', pairs.map(([before]) => `-${before}`)],
    ['+', pairs.map(([, after]) => `+${after}`)],
  ]);
  return lines.map((line) => next.get(line.slice(0, 1))?.shift() ?? line);
}

/**
 * The lines of a hunk, each with its mark, without the middle of long unchanged stretches; changed text is never omitted. If
 * as many lines are removed as added, they are compared pairwise.
 */
export function withoutUnchanged(lines: readonly string[]): readonly string[] {
  if (lines.every((line) => line.length <= longestLine)) return lines;
  const shown: string[] = [];
  let block: string[] = [];
  for (const line of [...lines, ' ']) {
    if (!line.startsWith(' ')) block.push(line);
    else {
      shown.push(...shortenedBlock(block), line.length > longestLine ? ` ${shortened(line.slice(1))}` : line);
      block = [];
    }
  }
  return shown.slice(0, -1);
}
