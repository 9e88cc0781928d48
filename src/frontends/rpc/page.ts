import { text } from '../../core/content.ts';
import type { Outcome } from '../../core/outcome.ts';
import { firstCharacters } from '../../core/text/cut-text.ts';
import { lineLimits, raiseLine, someLines } from '../../output/notices.ts';

/** The lines of an Outcome that is a page of a text file, which has to end earlier rather than lose its middle. */
export interface Page {
  readonly lines: readonly string[];
  /** Number of the first line; negative when it is counted from the end of the file. */
  readonly first: number;
}

/** Reads the page off an Outcome; null when it is none. `read` is the only tool whose details say `eof` and `lines`. */
export function pageOf({ content, details }: Outcome): Page | null {
  const [only, ...others] = content;
  const { eof, lines: count, startLine } = details;
  if (only?.type !== 'text' || others.length > 0) return null;
  if (typeof eof !== 'boolean' || typeof count !== 'number') return null;
  const lines = only.text.replace(/\n$/, '').split('\n');
  return { lines, first: typeof startLine === 'number' ? startLine : -count };
}

/** How a page is made to fit. */
interface Ending {
  /** Lines that are left of it. */
  readonly count: number;
  readonly lineBytes: number;
}

function reasonOf({ lineBytes }: Ending): string {
  return `to keep the answer within ${lineBytes} bytes (${lineLimits})`;
}

/** The same page with its first `count` lines only, and where to go on. */
export function endPageAfter(value: Outcome, { lines, first }: Page, ending: Ending): Outcome {
  const { count } = ending;
  const next = first + count;
  const { truncatedLines } = value.details;
  const truncated = Array.isArray(truncatedLines) ? truncatedLines.filter((line) => line < next) : [];
  const reason = reasonOf(ending);
  const range = count === 1 ? `line ${first}` : `lines ${first} to ${next - 1}`;
  return {
    ...value,
    message: `Read ${range}; the page ends early ${reason}.`,
    content: [text(lines.slice(0, count).join('\n'))],
    details: { ...value.details, lines: count, eof: false, truncatedLines: truncated },
    // What is said of single lines still holds, what is said of the end of the page does not.
    notices: [
      ...value.notices.flatMap((notice) => ofLinesBefore(next, notice, truncated.length)),
      `The page ended ${reason}; offset ${next} reads on.`,
    ],
  };
}

const ofLines = /^Lines? ((?:-?\d+, )*-?\d+)( and \d+ more)?(?= cut |:)/;

/** What a notice of single lines says of those before `next`, of which `cut` are cut; nothing for another notice. */
function ofLinesBefore(next: number, notice: string, cut: number): readonly string[] {
  const [start, named = '', more] = ofLines.exec(notice) ?? [];
  if (start === undefined) return [];
  const all = named.split(', ').map(Number);
  const before = all.filter((line) => line < next);
  if (before.length === 0) return [];
  const rest = notice.slice(start.length);
  if (more === undefined || before.length < all.length) return [someLines(before) + rest];
  return [rest.startsWith(' cut ') ? someLines(all, cut) + rest : `Lines ${named} and perhaps more${rest}`];
}

/** The page of its first line only, of which so many characters are shown: all of it would not fit. */
export function cutFirstLine(value: Outcome, page: Page, { chars, lineBytes }: CutLine): Outcome {
  const { lines, first } = page;
  const ending = { count: 1, lineBytes };
  const line = lines[0] ?? '';
  const isAll = lines.length === 1;
  const ended = endPageAfter(value, page, ending);
  const next = isAll ? '' : ` Offset ${first + 1} reads on behind it.`;
  return {
    ...ended,
    message: isAll ? value.message : ended.message,
    content: [text(`${firstCharacters(line, chars)}[… the rest is left out]`)],
    details: { ...ended.details, eof: isAll && value.details.eof === true, truncatedLines: [first] },
    notices: [`Line ${first} alone passes an answer of ${lineBytes} bytes and is cut; ${raiseLine}.${next}`],
  };
}

interface CutLine {
  readonly chars: number;
  readonly lineBytes: number;
}
