import { oneLinePath, shownPath } from '../../core/containment.ts';
import { text } from '../../core/content.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import { countOf } from '../../output/notices.ts';
import { contextOf } from './input.ts';
import { renderPage } from './page.ts';
import type { SearchResult } from './search.ts';

const mostNamed = 5;

function named(paths: readonly string[]): string {
  const shown = paths.slice(0, mostNamed).map(oneLinePath).join(', ');
  return paths.length > mostNamed ? `${shown} and ${paths.length - mostNamed} more` : shown;
}

/** The result lines of the asked page and how many matches, or files, they stand for. */
function renderResult({ call, collector }: SearchResult): { lines: readonly string[]; shown: number } {
  const files = collector.findings.sorted();
  const { offset, lineNumbers, outputMode } = call;
  const limit = call.limit === 0 ? Number.POSITIVE_INFINITY : call.limit;
  if (outputMode === 'content') return renderPage(files, { offset, limit, lineNumbers, ...contextOf(call) });
  const page = files.slice(offset, offset + limit);
  const lines = page.map(({ path, lines: [first] }) => {
    const name = oneLinePath(path);
    return outputMode === 'files' ? name : `${name}:${first?.number ?? 0}`;
  });
  return { lines, shown: lines.length };
}

function noticesOf(
  result: SearchResult,
  { shown, total }: { shown: number; total: number },
): readonly string[] {
  const { call, collector, endedBy, sensitive, withheld, unreadable, cwd } = result;
  const notices: string[] = [];
  const next = call.offset + shown;
  if (result.isGit) notices.push('A .git folder is never searched; read its files by name.');
  if (next < total)
    notices.push(`Shown are ${call.offset + 1} to ${next} of ${total}; offset ${next} goes on.`);
  if (shown === 0 && total > 0) notices.push(`Offset ${call.offset} is past the last of ${total}.`);
  if (endedBy === 'timeout') notices.push(`Stopped after ${call.timeout} s; the results are partial.`);
  if (endedBy === 'enough') notices.push('Stopped because there is too much; the results are partial.');
  if (sensitive.length > 0) {
    const names = named(sensitive.map((path) => shownPath(path, cwd)));
    notices.push(`Not searched because it may hold secrets: ${names}.`);
  }
  if (withheld.length > 0) {
    const names = named(withheld.map((path) => shownPath(path, cwd)));
    notices.push(`Not searched because a rule withholds it: ${names}.`);
  }
  if (unreadable.length > 0)
    notices.push(`Could not search ${countOf(unreadable.length, 'place')}: ${named(unreadable)}.`);
  const binary = collector.binaryFiles();
  if (binary.length > 0) notices.push(`Binary and therefore not shown, but matching: ${named(binary)}.`);
  if (collector.cut > 0) notices.push(`${countOf(collector.cut, 'line')} cut for their length.`);
  return notices;
}

function messageOf({ call, collector, endedBy }: SearchResult): string {
  const { matches, findings } = collector;
  if (endedBy === 'cancel') return 'Search cancelled.';
  if (findings.files === 0) return `No matches of ${JSON.stringify(call.pattern)}.`;
  const files = countOf(findings.files, 'file');
  if (matches === null) return `Found matches in ${files}.`;
  return `Found ${matches} matching ${matches === 1 ? 'line' : 'lines'} in ${files}.`;
}

/** The Outcome of a search: result lines only as content, the rest as facts and notices. */
export function presentSearch(result: SearchResult): Outcome {
  const { call, collector, endedBy, sensitive, unreadable } = result;
  const { findings, matches } = collector;
  const { lines, shown } = renderResult(result);
  const total = findings.matches;
  const next = call.offset + shown;
  return outcome({
    status: endedBy === 'cancel' ? 'cancelled' : 'completed',
    message: messageOf(result),
    content: [text(lines.join('\n'))],
    details: {
      matches,
      files: findings.files,
      shown,
      nextOffset: shown > 0 && next < total ? next : null,
      timedOut: endedBy === 'timeout',
      sensitive: sensitive.length,
      unreadable: unreadable.length,
    },
    notices: noticesOf(result, { shown, total }),
  });
}
