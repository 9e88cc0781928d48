import { problemInWords } from '../../platform/files/file-failure.ts';
import type { Sight } from '../../sessions/observe.ts';
import type { LogPage } from '../../sessions/output/log-page.ts';

/** A remark on requested lines before the page that are missing; or empty. */
export function earlierOf({ startLine, lines, wantedLine, earlierLine }: LogPage): string {
  if (lines === 0 || startLine <= wantedLine) return '';
  const what = earlierLine === null ? 'dropped' : `offset ${earlierLine} shows what is kept`;
  return ` (before line ${startLine}: ${what})`;
}

/** Notices on output lost right before and right after the page. */
export function gapNotices({ startLine, gapBefore, gapBehind }: LogPage, end: number): readonly string[] {
  return [
    ...(gapBefore === null ? [] : [lostBefore(gapBefore, startLine)]),
    ...(gapBehind === null ? [] : [lostBehind(gapBehind, end)]),
  ];
}

function lostBefore({ line, isBegun }: NonNullable<LogPage['gapBefore']>, startLine: number): string {
  if (line >= startLine) {
    return isBegun
      ? `Part of line ${startLine} is dropped; offset ${startLine} shows what is kept before that.`
      : `The beginning of line ${startLine} is dropped.`;
  }
  const perhaps = `perhaps the beginning of line ${startLine}`;
  const firstLost = isBegun ? line + 1 : line;
  const ofBegun = isBegun ? `The end of line ${line} is dropped, with it ` : '';
  if (firstLost === startLine) return `${ofBegun}${perhaps}.`;
  const isOne = firstLost === startLine - 1;
  const whole = isOne ? `ine ${firstLost}` : `ines ${firstLost} to ${startLine - 1}`;
  if (isBegun) return `${ofBegun}l${whole} and ${perhaps}.`;
  return `L${whole} ${isOne ? 'is dropped, with it' : 'are dropped, with them'} ${perhaps}.`;
}

function lostBehind({ goesOnAt }: NonNullable<LogPage['gapBehind']>, line: number): string {
  if (goesOnAt === null) return `The end of line ${line} is dropped.`;
  return `Part of line ${line} is dropped; process poll shows what is kept behind that at cursor ${goesOnAt}.`;
}

/** A notice that all lines from one on are lost because the disk accepted no more. */
export function lossNotices({ lostFrom, totalLines }: LogPage, { logProblem }: Sight): readonly string[] {
  if (lostFrom === null || lostFrom > totalLines) return [];
  const cause = logProblem === null ? '' : `: its log could not be written (${problemInWords(logProblem)})`;
  return [`Lines ${lostFrom} to ${totalLines} are dropped${cause}.`];
}

/** What is missing of a line longer than a page, and where it is; null if all lines are complete. */
export function cutNotice({ missing }: LogPage, line: number): string | null {
  if (missing === null) return null;
  if (missing.part === 'end') return `Line ${line} is cut; process poll goes on at cursor ${missing.cursor}.`;
  const shown = missing.isKept ? 'it' : 'what is kept of it';
  return `The beginning of line ${line} is left out; offset ${line} shows ${shown}.`;
}
