import { text } from '../../core/content.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { inQuotes } from '../../core/text/one-line.ts';
import { countOf, cutBehind, someLines } from '../../output/notices.ts';
import type { Page } from '../../platform/files/lines/file-pages.ts';
import { numbered } from '../../platform/files/lines/numbered-line.ts';

export interface ReadResult {
  readonly given: string;
  readonly offset: number;
  readonly limits: { readonly lines: number; readonly lineChars: number; readonly bytes: number };
  readonly page: Page;
}

/** How to read the rest of the first cut line, as no page starts within a line. Lines counted from the end have no number. */
function wayOn({ page }: ReadResult): string {
  const [first = 0] = page.truncated;
  return first > 0 ? `; in shell, sed -n ${first}p FILE | ${cutBehind(page.firstCut)} goes on` : '';
}

function noticesOf(result: ReadResult): readonly string[] {
  const { page, limits } = result;
  const notices: string[] = [];
  const next = page.firstNumber + page.lines.length;
  if (!page.eof && page.lines.length < limits.lines) {
    notices.push(`The page ended at ${limits.bytes} bytes; offset ${next} reads on.`);
  } else if (!page.eof) notices.push(`More lines follow; offset ${next} reads on.`);
  const { truncated, strayReturns } = page;
  if (truncated.length > 0)
    notices.push(`${someLines(truncated)} cut at ${limits.lineChars} characters${wayOn(result)}.`);
  if (strayReturns.length > 0)
    notices.push(`${someLines(strayReturns)}: \\r stands for a lone carriage return.`);
  if (page.eof && page.endsInNewline === false && page.totalLines !== 0)
    notices.push('The file does not end in a newline.');
  return notices;
}

function messageFor({ given, offset, page }: ReadResult): string {
  const { totalLines, lines, firstNumber } = page;
  if (lines.length === 0) {
    if (totalLines === 0) return `${inQuotes(given)} is empty.`;
    const total = totalLines === null ? '' : ` of ${countOf(totalLines, 'line')}`;
    return `Read no lines of ${inQuotes(given)}: offset ${offset} is past its end${total}.`;
  }
  const last = firstNumber + lines.length - 1;
  const range = lines.length === 1 ? `line ${firstNumber}` : `lines ${firstNumber} to ${last}`;
  const total = totalLines === null ? '' : ` of ${totalLines}`;
  return `Read ${range}${total} of ${inQuotes(given)}${page.eof ? ' (end of file)' : ''}.`;
}

/** The Outcome of a page: numbered lines, facts about the file, and notices on what was left out. */
export function presentPage(result: ReadResult): Outcome {
  const { page } = result;
  const { lines, firstNumber } = page;
  return outcome({
    status: 'completed',
    message: messageFor(result),
    content: [text(lines.map((line, index) => numbered(firstNumber + index, line)).join('\n'))],
    details: {
      startLine: page.startLine,
      lines: lines.length,
      totalLines: page.totalLines,
      eof: page.eof,
      truncatedLines: page.truncated,
      bytes: page.size,
      eol: page.eol,
      bom: page.bom,
      hash: page.hash,
    },
    notices: noticesOf(result),
  });
}
