import { firstCharacters, lastCharacters } from '../core/text/cut-text.ts';
import { commonEnd, commonStart } from './changed-region.ts';

/** UTF-16 units up to which a line of a change is shown as it is. */
const longestLine = 2000;
/** Of what is the same in a longer line, so much is shown on either side of what is left out. */
const shownBeside = 200;

/** A text that is the same before and after a change, without its middle. */
function shortened(text: string): string {
  const [start, end] = [firstCharacters(text, shownBeside), lastCharacters(text, shownBeside)];
  const left = text.length - start.length - end.length;
  return left <= shownBeside ? text : `${start}…[${left} characters unchanged]…${end}`;
}

/** Two lines of which one becomes the other, without most of what both begin and end with. */
function shortenedPair(before: string, after: string): readonly [string, string] {
  if (Math.max(before.length, after.length) <= longestLine) return [before, after];
  const head = firstCharacters(before, commonStart(before, after));
  const most = Math.min(before.length, after.length) - head.length;
  const tail = lastCharacters(before, commonEnd(before, after, most));
  const around = (line: string) =>
    shortened(head) + line.slice(head.length, line.length - tail.length) + shortened(tail);
  return [around(before), around(after)];
}

/** The lines of a hunk from one that is removed or added to the next that stays. */
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
 * The lines of a hunk, each behind its mark, without the middle of long stretches that are the same before and after; what changes is
 * never left out. As many lines as become as many others are compared one by one.
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
