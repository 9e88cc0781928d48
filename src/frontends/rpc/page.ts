import { text } from '../../core/content.ts';
import type { Outcome } from '../../core/outcome.ts';
import { lineLimits } from '../../output/notices.ts';

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

/** The same page with its first `count` lines only, and where to go on. */
export function endPageAfter(
  value: Outcome,
  { lines, first }: Page,
  { count, lineBytes }: { readonly count: number; readonly lineBytes: number },
): Outcome {
  const next = first + count;
  const { truncatedLines } = value.details;
  const truncated = Array.isArray(truncatedLines) ? truncatedLines.filter((line) => line < next) : [];
  const reason = `to keep the answer within ${lineBytes} bytes (${lineLimits})`;
  return {
    ...value,
    message: `Read lines ${first} to ${next - 1}; the page ends early ${reason}.`,
    content: [text(lines.slice(0, count).join('\n'))],
    details: { ...value.details, lines: count, eof: false, truncatedLines: truncated },
    // What is said of single lines still holds, what is said of the end of the page does not.
    notices: [
      ...value.notices.filter((notice) => /^Lines? /.test(notice)),
      `The page ended ${reason}; offset ${next} reads on.`,
    ],
  };
}
