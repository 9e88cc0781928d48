import { type Outcome, outcome } from '../../core/outcome.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { fittingPage } from '../../output/fits-line.ts';
import { countOf } from '../../output/notices.ts';
import { observe, type Sight } from '../../sessions/observe.ts';
import { type LogPage, readLogLines } from '../../sessions/output/log-page.ts';
import { nothingSaid, type OutputText, outputText } from '../../sessions/output/output-text.ts';
import { findSession, sessionPlace } from '../../sessions/store.ts';
import type { ToolContext } from '../tool-context.ts';
import {
  contentOf,
  noticesOf,
  passesBytes,
  sessionFacts,
  sizesOf,
  standing,
  standingNotices,
  textNotices,
} from './facts.ts';
import type { ActionInput } from './input.ts';
import { cutNotice, earlierOf, gapNotices, lossNotices } from './log-notices.ts';

/** Shows lines of a session's output, by default the last 200. */
export async function planLog(input: ActionInput<'log'>, context: ToolContext): Promise<ToolPlan<Outcome>> {
  const place = sessionPlace(context);
  const session = findSession(place, input.sessionId);
  return {
    title: `process log ${input.sessionId}`,
    effects: [],
    run: async (signal, sink) => {
      const sight = await observe(place, session, { signal });
      const shown = shownPage(sight, input, context);
      if (!passesBytes(sight, context)) return present(sight, shown, context);
      await sink.output({ stream: 'stdout', bytes: shown.page.bytes });
      return present(sight, { ...shown, text: '', ...nothingSaid }, context);
    },
  };
}

/** A page of the log, and its text as shown. */
interface ShownPage extends OutputText {
  readonly page: LogPage;
}

/** A page has room for at least one character. */
function shownPage(
  sight: Sight,
  { offset, limit }: ActionInput<'log'>,
  { settings, surface }: ToolContext,
): ShownPage {
  const { session, bytes: total, newlines } = sight;
  const request = { total, newlines, offset: offset ?? -limit, limit };
  const sizes = sizesOf(sight);
  const { outputChars, sessionLogBytes } = settings.caps;
  const most = surface.sessionBytes?.isUncapped === true ? sessionLogBytes : outputChars;
  return fittingPage(Math.max(4, most), surface.lineBytes, (maxBytes) => {
    const page = readLogLines(session.folder, { ...request, maxBytes });
    const { bytes, start } = page;
    const terminal = sizes.length === 0 ? null : { sizes, start, before: new Uint8Array(0) };
    return { ...outputText(bytes, terminal), page };
  });
}

/** Which lines a page holds, of how many. */
function rangeOf({ startLine, lines, totalLines }: LogPage): string {
  if (lines === 0) return `none of ${countOf(totalLines, 'line')}`;
  const range = lines === 1 ? `line ${startLine}` : `lines ${startLine} to ${startLine + lines - 1}`;
  return `${range} of ${totalLines}`;
}

function present(sight: Sight, shown: ShownPage, context: ToolContext): Outcome {
  const { page } = shown;
  const { startLine, lines, totalLines, lostFrom } = page;
  const end = startLine + lines - 1;
  const range = rangeOf(page);
  const cut = cutNotice(page, end);
  const hasMore = lines > 0 && end < Math.min(totalLines, (lostFrom ?? Number.POSITIVE_INFINITY) - 1);
  const more = hasMore ? `; offset ${end + 1} goes on` : '';
  const message = `Session ${sight.session.record.id} ${standing(sight)}; ${range}${earlierOf(page)}${more}.`;
  return outcome({
    status: sight.end === null ? 'running' : 'completed',
    message,
    content: contentOf(shown.text, '(no output)', context),
    details: {
      ...sessionFacts(sight),
      startLine,
      lines,
      totalLines,
      nextOffset: hasMore ? end + 1 : null,
      ...(cut === null ? {} : { cutLine: end }),
      binary: shown.isBinary,
    },
    notices: [
      ...noticesOf(message, sight, context),
      ...standingNotices(sight),
      ...(cut === null ? [] : [cut]),
      ...gapNotices(page, end),
      ...lossNotices(page, sight),
      ...textNotices(shown, sight),
    ],
  });
}
