import { text } from '../../core/content.ts';
import type { Outcome } from '../../core/outcome.ts';
import { firstCharacters } from '../../core/text/cut-text.ts';
import { lineLimits, raiseLine, someLines } from '../../output/notices.ts';

/** The lines of an Outcome that is a page of a text file; it is shortened at its end, not in the middle. */
export interface Page {
  readonly lines: readonly string[];
  /** Number of the first line; negative if counted from the end of the file. */
  readonly first: number;
}

/** The page in an Outcome; null if it is none. `read` is the only tool with `eof` and `lines` in its details. */
export function pageOf({ content, details }: Outcome): Page | null {
  const [only, ...others] = content;
  const { eof, lines: count, startLine } = details;
  if (only?.type !== 'text' || others.length > 0) return null;
  if (typeof eof !== 'boolean' || typeof count !== 'number') return null;
  const lines = only.text.replace(/\n$/, '').split('\n');
  return { lines, first: typeof startLine === 'number' ? startLine : -count };
}

/** How a page is shortened. */
interface Ending {
  /** Lines that are kept. */
  readonly count: number;
  readonly lineBytes: number;
}

function reasonOf({ lineBytes }: Ending): string {
  return `to keep the answer within ${lineBytes} bytes (${lineLimits})`;
}

/** The page cut after its first `count` lines, with a notice where to continue. */
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
    // Notices about kept lines still apply, those about the end of the page do not.
    notices: [
      ...value.notices.flatMap((notice) => ofLinesBefore(next, notice, truncated.length)),
      `The page ended ${reason}; offset ${next} reads on.`,
    ],
  };
}

const ofLines = /^Lines? ((?:-?\d+, )*-?\d+)( and \d+ more)?(?= cut |:)/;

/** A notice about single lines, limited to those before `next`, of which `cut` are cut; empty for other notices. */
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

/** The page with only the first `chars` characters of its first line, which does not fit as a whole. */
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
