import { type Outcome, outcome } from '../../core/outcome.ts';
import type { Sink } from '../../core/sink.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { fittingPage } from '../../output/fits-line.ts';
import { observe, type Sight } from '../../sessions/observe.ts';
import { nothingSaid } from '../../sessions/output/output-text.ts';
import { type Page, readPage } from '../../sessions/output/page.ts';
import { findSession, sessionPlace } from '../../sessions/store.ts';
import type { ToolContext } from '../tool-context.ts';
import {
  contentOf,
  noticesOf,
  passesBytes,
  pastNotices,
  sessionFacts,
  sizesOf,
  standing,
  standingNotices,
  textNotices,
  withRead,
} from './facts.ts';
import type { ActionInput } from './input.ts';

/** Shows output after a byte offset; reading removes nothing. */
export async function planPoll(input: ActionInput<'poll'>, context: ToolContext): Promise<ToolPlan<Outcome>> {
  const place = sessionPlace(context);
  const session = findSession(place, input.sessionId);
  const { cursor, waitMs } = input;
  return {
    title: `process poll ${input.sessionId}`,
    effects: [],
    run: async (signal, sink) => {
      const deadline = performance.now() + waitMs;
      let sight = await observe(place, session, { after: cursor, waitMs, signal });
      let page = pageOf(sight, input, context);
      // An incomplete character or escape sequence is no output yet.
      for (
        let left = deadline - performance.now();
        isEmpty(page, cursor) && sight.end === null && sight.silence === null && left > 0;
      ) {
        sight = await observe(place, session, { after: sight.bytes, waitMs: left, signal });
        page = pageOf(sight, input, context);
        left = deadline - performance.now();
      }
      const written = await writePages(page, input, { sight, context, sink, signal });
      return presentPage(sight, written, { cursor, context });
    },
  };
}

interface Writing {
  readonly sight: Sight;
  readonly context: ToolContext;
  readonly sink: Sink;
  readonly signal: AbortSignal;
}

/**
 * Writes output that is passed on unchanged, and removes its text. If nothing may be left out, further pages follow, up to the end at
 * the time of the first.
 */
async function writePages(
  first: Page,
  input: ActionInput<'poll'>,
  { sight, context, sink, signal }: Writing,
): Promise<Page> {
  const isWritten = passesBytes(sight, context);
  const isWhole = context.surface.sessionBytes?.isUncapped === true && input.maxBytes === undefined;
  const texts: string[] = [];
  const take = async (page: Page): Promise<void> => {
    if (isWritten) await sink.output({ stream: 'stdout', bytes: page.bytes });
    else texts.push(page.text);
  };
  await take(first);
  let page = first;
  let { dropped, isBinary, isDrawn, isRepaired, hasReturns } = first;
  for (let from = input.cursor; isWhole && hasMore(page, from, sight) && !signal.aborted; ) {
    from = page.next;
    page = pageOf(sight, { ...input, cursor: from }, context);
    await take(page);
    dropped += page.dropped;
    isBinary ||= page.isBinary;
    isDrawn ||= page.isDrawn;
    isRepaired ||= page.isRepaired;
    hasReturns ||= page.hasReturns;
  }
  const shown = isWritten ? nothingSaid : { isDrawn, isRepaired, hasReturns };
  return { ...page, ...shown, text: texts.join(''), dropped, isBinary };
}

/** An incomplete character does not count as more. */
function hasMore(page: Page, cursor: number, { bytes }: Sight): boolean {
  return page.next < bytes && !isEmpty(page, cursor);
}

function isEmpty({ next }: Page, cursor: number): boolean {
  return next === cursor;
}

/** The requested page, or as much of it as fits the client's line; for a model that asks for no size, the caps are one. */
function pageOf(sight: Sight, { cursor, maxBytes }: ActionInput<'poll'>, context: ToolContext): Page {
  const { folder } = sight.session;
  const [isEnded, sizes] = [sight.end !== null, sizesOf(sight)];
  const request = { folder, cursor, total: sight.bytes, isEnded, sizes };
  const { surface, settings } = context;
  const { outputChars, outputLines } = settings.caps;
  const maxLines = surface.isText || maxBytes !== undefined ? undefined : outputLines;
  return fittingPage(maxBytes ?? outputChars, surface.lineBytes, (bytes) =>
    readPage({ ...request, maxBytes: bytes, maxLines }),
  );
}

function presentPage(
  sight: Sight,
  page: Page,
  { cursor, context }: { readonly cursor: number; readonly context: ToolContext },
): Outcome {
  const { id } = sight.session.record;
  const more = hasMore(page, cursor, sight);
  // Continuing from a cursor beyond the end would miss the output before it.
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
      ...standingNotices(sight),
      ...textNotices(page, sight),
    ],
  });
}
