import type { StructuredPatchHunk } from 'diff';
import type { Display } from '../core/content.ts';
import { escapeLine } from '../core/text/unseen.ts';
import { type ChangedRegion, changedRegion } from './changed-region.ts';
import { withoutUnchanged } from './long-lines.ts';
import { countOf } from './notices.ts';

const contextLines = 3;
/** Changed lines that are always diffed, without a time limit: a busy machine must not hide from a person what to allow. */
const alwaysShownLines = 400;
/** Time limit for diffing a larger change, in milliseconds. */
const mostMilliseconds = 50;
const mostChangedLines = 10_000;
/** Most characters that are compared line by line. */
const mostChars = 4_194_304;

/** A change rendered for a person. */
export interface ShownChange {
  readonly display: Display;
  /** Number of lines; null when there were too many to compare. */
  readonly added: number | null;
  readonly removed: number | null;
}

function renderHunk(hunk: StructuredPatchHunk, skipped: number): string {
  // A side without lines names the line before it, as diff(1) does.
  const side = (start: number, lines: number) => `${start + skipped - (lines === 0 ? 1 : 0)},${lines}`;
  const header = `@@ -${side(hunk.oldStart, hunk.oldLines)} +${side(hunk.newStart, hunk.newLines)} @@`;
  return [header, ...withoutUnchanged(hunk.lines)].join('\n');
}

/** The first lines of a text, each with its newline if it has one. */
function firstLines(text: string, count: number): readonly string[] {
  const lines: string[] = [];
  for (let from = 0; lines.length < count && from < text.length; ) {
    const end = text.indexOf('\n', from) + 1 || text.length;
    lines.push(text.slice(from, end));
    from = end;
  }
  return lines;
}

/** Extends the last hunk of a region with lines that follow, if it ends on fewer context lines than a hunk has. */
function withFollowing(hunk: StructuredPatchHunk, following: string): StructuredPatchHunk {
  const trailing = hunk.lines.length - 1 - hunk.lines.findLastIndex((line) => !line.startsWith(' '));
  const more = firstLines(following, contextLines - trailing);
  const lines = more.flatMap((line) =>
    line.endsWith('\n') ? [` ${line.slice(0, -1)}`] : [` ${line}`, '\\ No newline at end of file'],
  );
  const [oldLines, newLines] = [hunk.oldLines + more.length, hunk.newLines + more.length];
  return { ...hunk, oldLines, newLines, lines: [...hunk.lines, ...lines] };
}

function hunksOf(hunks: readonly StructuredPatchHunk[], { skipped, following }: ChangedRegion) {
  const last = hunks.length - 1;
  return hunks.map((hunk, index) =>
    renderHunk(index === last ? withFollowing(hunk, following) : hunk, skipped),
  );
}

function lineCount(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function summary(
  path: string,
  { before, after }: { before: string; after: string },
  isNew: boolean,
): ShownChange {
  const size = countOf(lineCount(after), 'line');
  const text = isNew
    ? `${escapeLine(path)}: a new file of ${size}, too long to show`
    : `${escapeLine(path)}: ${countOf(lineCount(before), 'line')} become ${size}, too many to show`;
  return { display: { type: 'brief', text }, added: null, removed: null };
}

function marked(hunks: readonly StructuredPatchHunk[], mark: string): number {
  return hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(mark)).length, 0);
}

/** What is around two texts that are parts of longer ones: the number of lines above, and some of those below. */
export type Around = Pick<ChangedRegion, 'skipped' | 'following'>;

const nothingAround: Around = { skipped: 0, following: '' };

type Compared = { readonly before: string; readonly after: string };

/** The hunks between two texts; undefined when there are too many to find in time. */
async function compare({ before, after }: Compared) {
  const { structuredPatch } = await import('diff');
  const within = (bound: { readonly maxEditLength?: number; readonly timeout?: number }) =>
    structuredPatch('', '', before, after, '', '', { context: contextLines, ...bound });
  // If one side is empty, there is nothing to search for.
  if (before === '' || after === '') return within({});
  return within({ maxEditLength: alwaysShownLines }) ?? within({ timeout: mostMilliseconds });
}

/**
 * The change from `before` (null: no file) to `after` as a unified diff; past 10,000 changed lines, 4 Mi characters, or 50 ms
 * for more than 400 lines, a summary instead. It shows all of the change or says that it does not; of a line past 2,000 characters
 * most of what stays is left out, and said to be.
 */
export async function showChange(
  path: string,
  before: string | null,
  after: string,
  around = nothingAround,
): Promise<ShownChange> {
  const changed = changedRegion(before ?? '', after, contextLines);
  const [skipped, following] = [around.skipped + changed.skipped, changed.following + around.following];
  const region: ChangedRegion = { ...changed, skipped, following };
  if (region.before.length + region.after.length > mostChars) return summary(path, region, before === null);
  // At least this many lines changed; comparing a million of them takes seconds.
  const difference = Math.abs(lineCount(region.after) - lineCount(region.before));
  if (difference > mostChangedLines) return summary(path, region, before === null);
  const patch = await compare(region);
  if (patch === undefined) return summary(path, region, before === null);
  const [added, removed] = [marked(patch.hunks, '+'), marked(patch.hunks, '-')];
  if (added + removed > mostChangedLines) return summary(path, region, before === null);
  const name = escapeLine(path);
  const heading = [`--- ${before === null ? '/dev/null' : name}`, `+++ ${name}`];
  const text = [...heading, ...hunksOf(patch.hunks, region)].join('\n');
  return { display: { type: 'diff', path, text }, added, removed };
}
