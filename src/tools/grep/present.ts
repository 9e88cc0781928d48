import { text } from '../../core/content.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { shownPath } from '../../core/paths/containment.ts';
import { listedGlobs } from '../../core/paths/glob-base.ts';
import { oneLinePath } from '../../core/text/one-line.ts';
import { mostThatFit, passedLimit } from '../../output/fits-line.ts';
import {
  countOf,
  gitNotice,
  leftOutNotices,
  linkNotice,
  repairedNotice,
  undecodableNotice,
} from '../../output/notices.ts';
import { contextOf, type GrepInput } from './input.ts';
import { otherwiseMeant } from './otherwise-meant.ts';
import { type PageLines, renderPage } from './page.ts';
import type { SearchResult } from './search.ts';

interface Page extends Omit<PageLines, 'lines'> {
  readonly text: string;
}

/** A page of at most `limit` results. */
function renderPageOf({ call, collector }: SearchResult, limit: number): Page {
  const { lines, ...counts } = linesOf({ call, collector }, limit);
  return { text: lines.join('\n'), ...counts };
}

/** The requested page, cut after the last whole result within the limits, but with at least one. */
function renderResult(result: SearchResult): Page & { readonly endedBy: string | null } {
  const { limit } = result.call;
  const whole = renderPageOf(result, limit === 0 ? Number.POSITIVE_INFINITY : limit);
  if (whole.shown <= 1 || passedLimit(whole.text, result) === null) return { ...whole, endedBy: null };
  const passed = (count: number) => passedLimit(renderPageOf(result, count).text, result);
  const most = mostThatFit(1, whole.shown, (count) => passed(count) === null);
  return { ...renderPageOf(result, most), endedBy: passed(most + 1) };
}

function linesOf({ call, collector }: Pick<SearchResult, 'call' | 'collector'>, limit: number): PageLines {
  const files = collector.findings.sorted();
  const { offset, lineNumbers, outputMode } = call;
  if (outputMode === 'content') return renderPage(files, { offset, limit, lineNumbers, ...contextOf(call) });
  const page = files.slice(offset, offset + limit);
  const lines = page.map(({ path, lines: [first] }) => {
    const name = oneLinePath(path);
    return outputMode === 'files' ? name : `${name}:${first?.number ?? 0}`;
  });
  return { lines, shown: lines.length, cut: 0, around: 0, repaired: 0 };
}

/** Whether a given type has no effect: a glob includes what matches it, unless it only excludes. */
function outdoesType({ glob, type }: GrepInput): boolean {
  return type !== undefined && glob !== undefined && !glob.startsWith('!');
}

/** The notice on cut lines, `around` of which show the part around their first match. */
function cutNotice(cut: number, around: number): string {
  const notice = `${countOf(cut, 'line')} cut for ${cut === 1 ? 'its' : 'their'} length`;
  if (around === 0) return `${notice}; what matches may lie beyond: grep -o in shell shows it.`;
  const shown = around === cut ? 'shown is what' : `${around} of them show what`;
  return `${notice}; ${shown} is around the first match: grep -o in shell shows all that match.`;
}

/** The verb for matches in messages. */
function told({ outputMode }: GrepInput): string {
  return outputMode === 'count' ? 'counted' : 'shown';
}

function noticesOf(
  result: SearchResult,
  {
    shown,
    cut,
    around,
    repaired,
    total,
    pageEndedBy,
  }: Omit<Page, 'text'> & { total: number; pageEndedBy: string | null },
): readonly string[] {
  const { call, endedBy, sensitive, withheld, closed, unreadable, cwd } = result;
  const notices: string[] = [];
  const next = call.offset + shown;
  if (result.isGit) notices.push(gitNotice);
  if (outdoesType(call))
    notices.push('As in rg, a glob outdoes a type: files of every type that fit it were searched.');
  if (next < total)
    notices.push(`Shown are ${call.offset + 1} to ${next} of ${total}; offset ${next} goes on.`);
  if (pageEndedBy !== null) notices.push(`The page ended to stay within ${pageEndedBy}.`);
  if (shown === 0 && total > 0) notices.push(`Offset ${call.offset} is past the last of ${total}.`);
  if (endedBy === 'timeout') notices.push(`Stopped after ${call.timeout} s; the results are partial.`);
  if (endedBy === 'enough')
    notices.push('Stopped because there is too much; the results are partial: a narrower search has fewer.');
  const shownPaths = (paths: readonly string[]) => paths.map((path) => oneLinePath(shownPath(path, cwd)));
  notices.push(
    ...leftOutNotices('Not searched because it may hold secrets', shownPaths(sensitive)),
    ...leftOutNotices('Not searched because a rule withholds it', shownPaths(withheld)),
    ...leftOutNotices('Not shown because it belongs to the policy itself', shownPaths(closed)),
  );
  if (result.links.length > 0) notices.push(linkNotice(shownPaths(result.links)));
  if (result.undecodable > 0) notices.push(undecodableNotice(result.undecodable));
  const { hidden, cutOff } = result.binary;
  notices.push(
    ...leftOutNotices(`Could not search ${countOf(unreadable.length, 'place')}`, unreadable),
    ...leftOutNotices(`Binary and therefore not ${told(call)}, but matching`, hidden.map(oneLinePath)),
    ...leftOutNotices('Binary and therefore not shown from the first NUL byte on', cutOff.map(oneLinePath)),
  );
  if (cut > 0) notices.push(cutNotice(cut, around));
  if (repaired > 0) notices.push(`${repairedNotice} (${countOf(repaired, 'line')}).`);
  return notices;
}

/** Says that no file was chosen, and how to write a glob that was meant otherwise. */
function emptyChoice({ call: { glob, type }, isGlobFromCwd }: SearchResult): string {
  const choice = glob === undefined ? `type ${JSON.stringify(type)}` : `glob ${JSON.stringify(glob)}`;
  const isFarther = glob?.includes('/') === true && isGlobFromCwd;
  const isName = glob !== undefined && !/[*?[{,]/.test(glob);
  return [
    `: no file fits the ${choice}`,
    ...listedGlobs(glob ?? ''),
    ...(isName ? [`files below a folder fit ${JSON.stringify(`${glob.replace(/\/+$/, '')}/**`)}`] : []),
    ...(isFarther ? ['a glob that names folders is relative to the working folder'] : []),
  ].join('; ');
}

function noMatches(result: SearchResult): string {
  const { call, endedBy, skipsIgnored, choosesNone } = result;
  const pattern = JSON.stringify(call.pattern);
  if (result.binary.hidden.length > 0)
    return `Matches of ${pattern} are in binary files only, which are not ${told(call)}.`;
  if (endedBy !== 'itself') return `No matches of ${pattern} before the search was stopped.`;
  const meant = choosesNone ? null : otherwiseMeant(call);
  return `${[
    `No matches of ${pattern}${choosesNone ? emptyChoice(result) : ''}`,
    ...(meant === null ? [] : [meant]),
    ...(skipsIgnored ? ['ignored files are not searched (includeIgnored searches them)'] : []),
  ].join('; ')}.`;
}

function messageOf(result: SearchResult): string {
  const { call, collector, endedBy } = result;
  const { matches, findings } = collector;
  if (endedBy === 'cancel') return 'Search cancelled.';
  if (findings.files === 0) return noMatches(result);
  const files = countOf(findings.files, 'file');
  if (matches === null) return `Found matches in ${files}.`;
  // With multiline, matches are counted, not lines.
  if (call.multiline && call.outputMode === 'count')
    return `Found ${matches} ${matches === 1 ? 'match' : 'matches'} in ${files}.`;
  return `Found ${matches} matching ${matches === 1 ? 'line' : 'lines'} in ${files}.`;
}

/** The Outcome of a search: result lines as content, all else as facts and notices. */
export function presentSearch(result: SearchResult): Outcome {
  const { call, collector, endedBy, sensitive, unreadable, binary } = result;
  const { findings, matches } = collector;
  const { text: found, endedBy: pageEndedBy, ...page } = renderResult(result);
  const { shown } = page;
  const total = findings.matches;
  const next = call.offset + shown;
  return outcome({
    status: endedBy === 'cancel' ? 'cancelled' : 'completed',
    message: messageOf(result),
    content: [text(found)],
    details: {
      matches,
      files: findings.files,
      binary: binary.hidden.length + binary.cutOff.length,
      shown,
      nextOffset: shown > 0 && next < total ? next : null,
      timedOut: endedBy === 'timeout',
      sensitive: sensitive.length,
      unreadable: unreadable.length,
    },
    notices: noticesOf(result, { ...page, total, pageEndedBy }),
  });
}
