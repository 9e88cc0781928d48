import { type Outcome, outcome } from '../../core/outcome.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { fittingPage } from '../../output/fits-line.ts';
import { observe, type Sight } from '../../sessions/observe.ts';
import { type Page, readPage } from '../../sessions/output/page.ts';
import { findSession, sessionPlace } from '../../sessions/store.ts';
import type { ToolContext } from '../tool-context.ts';
import {
  contentOf,
  leftNotices,
  noticesOf,
  pastNotices,
  sessionFacts,
  silenceNotices,
  standing,
  textNotices,
  withRead,
} from './facts.ts';
import type { ActionInput } from './input.ts';

/** Output after a byte offset; reading takes nothing away. */
export async function planPoll(input: ActionInput<'poll'>, context: ToolContext): Promise<ToolPlan<Outcome>> {
  const place = sessionPlace(context);
  const session = findSession(place, input.sessionId);
  const { cursor, waitMs } = input;
  return {
    title: `process poll ${input.sessionId}`,
    effects: [],
    run: async (signal) => {
      const deadline = performance.now() + waitMs;
      let sight = await observe(place, session, { after: cursor, waitMs, signal });
      let page = pageOf(sight, input, context);
      // Half a character or escape sequence is no output yet.
      for (
        let left = deadline - performance.now();
        isEmpty(page, cursor) && sight.end === null && sight.silence === null && left > 0;
      ) {
        sight = await observe(place, session, { after: sight.bytes, waitMs: left, signal });
        page = pageOf(sight, input, context);
        left = deadline - performance.now();
      }
      return presentPage(sight, page, { cursor, context });
    },
  };
}

function isEmpty({ next }: Page, cursor: number): boolean {
  return next === cursor;
}

/** The page the input asks for, or as much of it as fits a line of the client's. */
function pageOf(sight: Sight, { cursor, maxBytes }: ActionInput<'poll'>, context: ToolContext): Page {
  const { folder } = sight.session;
  const request = { folder, cursor, total: sight.bytes, isEnded: sight.end !== null };
  const most = maxBytes ?? context.settings.caps.outputChars;
  return fittingPage(most, context.surface.lineBytes, (bytes) => readPage({ ...request, maxBytes: bytes }));
}

function presentPage(
  sight: Sight,
  page: Page,
  { cursor, context }: { readonly cursor: number; readonly context: ToolContext },
): Outcome {
  const { id } = sight.session.record;
  // Half a character is no more to be had yet.
  const more = page.next < sight.bytes && !isEmpty(page, cursor);
  // Whoever went on from where there is nothing yet would miss what comes to stand before it.
  const isPast = cursor > sight.bytes;
  const next = isPast ? sight.bytes : page.next;
  const message = `Session ${id} ${standing(sight)}; ${more ? 'more output follows, ' : ''}next cursor ${next}.`;
  const nothing = sight.end === null ? '(no new output)' : '(no more output)';
  return outcome({
    status: sight.end === null ? 'running' : 'completed',
    message,
    content: contentOf(page.text, isEmpty(page, cursor) ? nothing : '', context),
    details: {
      ...sessionFacts(withRead(sight, cursor, next)),
      from: cursor,
      cursor: next,
      more,
      droppedBytes: page.dropped,
      binary: page.isBinary,
    },
    notices: [
      ...noticesOf(message, sight, context),
      ...pastNotices(cursor, sight),
      ...silenceNotices(sight),
      ...leftNotices(sight),
      ...textNotices(page, sight),
    ],
  });
}
