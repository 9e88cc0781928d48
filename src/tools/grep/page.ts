import { oneLinePath } from '../../core/text/one-line.ts';
import type { FileLines, FoundLine } from './findings.ts';

export interface PageOptions {
  readonly offset: number;
  /** Most matches; Infinity for all. */
  readonly limit: number;
  readonly before: number;
  readonly after: number;
  readonly lineNumbers: boolean;
}

/** The lines around the matches from `first` up to `last` in a file; other matches among them are context. */
function chosenLines(
  lines: readonly FoundLine[],
  first: number,
  last: number,
  options: PageOptions,
): FoundLine[] {
  const { before, after } = options;
  const wanted = new Set(lines.filter(({ isMatch }) => isMatch).slice(first, last));
  const ranges = [...wanted].map(({ number }) => ({ from: number - before, to: number + after }));
  const chosen: FoundLine[] = [];
  let index = 0;
  for (const line of lines) {
    while (index < ranges.length && line.number > (ranges[index]?.to ?? 0)) index += 1;
    const range = ranges[index];
    if (range === undefined) break;
    if (line.number >= range.from) chosen.push({ ...line, isMatch: wanted.has(line) });
  }
  return chosen;
}

function renderLine(path: string, { number, isMatch, text }: FoundLine, lineNumbers: boolean): string {
  const mark = isMatch ? ':' : '-';
  return lineNumbers ? `${path}${mark}${number}${mark}${text}` : `${path}${mark}${text}`;
}

/** Result lines, the number of matches or files they show, and how many are cut or have bytes that are not UTF-8. */
export interface PageLines {
  readonly lines: readonly string[];
  readonly shown: number;
  readonly cut: number;
  /** How many cut lines show the part around their first match. */
  readonly around: number;
  readonly repaired: number;
}

/** A page of matches, counted across files in order, as `path:line:text`; `--` marks omitted lines. */
export function renderPage(files: readonly FileLines[], options: PageOptions): PageLines {
  const { offset, limit, before, after, lineNumbers } = options;
  const lines: string[] = [];
  let [seen, shown, cut, around, repaired] = [0, 0, 0, 0, 0];
  for (const { path, lines: found } of files) {
    const matches = found.reduce((sum, { isMatch }) => sum + Number(isMatch), 0);
    const first = Math.max(0, offset - seen);
    const last = Math.min(matches, offset + limit - seen);
    seen += matches;
    if (last <= first) continue;
    shown += last - first;
    const name = oneLinePath(path);
    let previous = Number.NEGATIVE_INFINITY;
    for (const line of chosenLines(found, first, last, options)) {
      if (before + after > 0 && lines.length > 0 && line.number > previous + 1) lines.push('--');
      lines.push(renderLine(name, line, lineNumbers));
      cut += Number(line.cut !== 'nothing');
      around += Number(line.cut === 'around');
      repaired += Number(line.isRepaired);
      previous = line.number;
    }
  }
  return { lines, shown, cut, around, repaired };
}
