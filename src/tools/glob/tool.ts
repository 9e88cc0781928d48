import { text } from '../../core/content.ts';
import { failureTable } from '../../core/failure.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { defineTool } from '../../core/tool.ts';
import { mostThatFit, passedLimit } from '../../output/fits-line.ts';
import { countOf, gitNotice, leftOutNotices, undecodableNotice } from '../../output/notices.ts';
import type { ToolContext } from '../tool-context.ts';
import { globInput } from './input.ts';
import { outlineGlob } from './outline.ts';
import { type GlobResult, planGlob } from './plan.ts';
import { shownEntry, vainMessage, vainNotices } from './vain.ts';

/** The first paths, as shown, that fit the limits, and the limit that the next one would exceed. */
function fittingLines(result: GlobResult): {
  readonly lines: readonly string[];
  readonly endedBy: string | null;
} {
  const lines = (result.listing?.paths ?? []).map((path) => shownEntry(path, result.cwd));
  const passed = (count: number) => passedLimit(lines.slice(0, count).join('\n'), result);
  if (passed(lines.length) === null) return { lines, endedBy: null };
  const most = mostThatFit(0, lines.length, (count) => passed(count) === null);
  return { lines: lines.slice(0, most), endedBy: passed(most + 1) };
}

function noticesOf(
  result: GlobResult,
  { lines, endedBy: passed }: ReturnType<typeof fittingLines>,
): readonly string[] {
  const { call, cwd, listing, isGit } = result;
  const notices: string[] = [];
  const {
    total = 0,
    sensitive = [],
    closed = [],
    withheld = 0,
    undecodable = 0,
    endedBy = 'itself',
    unreadable = [],
  } = listing ?? {};
  if (isGit) notices.push(gitNotice);
  if (passed !== null || total > call.limit) {
    const reason = passed === null ? '' : ` to stay within ${passed}`;
    notices.push(
      `Only the first ${lines.length} of ${total} paths are listed${reason}; a narrower pattern lists fewer.`,
    );
  }
  if (endedBy === 'timeout' || endedBy === 'enough') notices.push('Stopped early; the paths are partial.');
  const shownEntries = (paths: readonly string[]) => paths.map((path) => shownEntry(path, cwd));
  notices.push(
    ...leftOutNotices('Left out because they may hold secrets', shownEntries(sensitive)),
    ...leftOutNotices('Left out because it belongs to the policy itself', shownEntries(closed)),
  );
  if (undecodable > 0) notices.push(undecodableNotice(undecodable));
  if (withheld > 0) notices.push(`Left out because a rule withholds it: ${countOf(withheld, 'path')}.`);
  notices.push(...leftOutNotices(`Could not list ${countOf(unreadable.length, 'folder')}`, unreadable));
  return [...notices, ...vainNotices(result)];
}

function presentGlob(result: GlobResult): Outcome {
  const { listing } = result;
  const { total = 0, endedBy = 'itself', sensitive = [], withheld = 0 } = listing ?? {};
  const fitting = fittingLines(result);
  const { lines } = fitting;
  const isCancelled = endedBy === 'cancel';
  const found = total === 0 ? vainMessage(result) : `Found ${countOf(total, 'path')}.`;
  return outcome({
    status: isCancelled ? 'cancelled' : 'completed',
    message: isCancelled ? 'Search cancelled.' : found,
    content: [text(lines.join('\n'))],
    details: {
      matches: total,
      shown: lines.length,
      truncated: lines.length < total,
      timedOut: endedBy === 'timeout',
      sensitive: sensitive.length,
      withheld,
    },
    notices: noticesOf(result, fitting),
  });
}

/** Lists files by a glob. */
export const glob = defineTool<ToolContext, typeof globInput, GlobResult>({
  name: 'glob',
  summary: 'List files by a glob',
  input: globInput,
  positionals: ['pattern', 'path'],
  exitStatus: ({ details }) => (details.timedOut === true ? failureTable.timed_out.exitStatus : 0),
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  describe: () =>
    'List files by a glob. Dotfiles are listed; links, ignored files, .git, .hg and such are not.',
  plan: planGlob,
  outline: outlineGlob,
  present: presentGlob,
});
