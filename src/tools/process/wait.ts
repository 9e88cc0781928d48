import { text } from '../../core/content.ts';
import { cannot } from '../../core/failure.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { fittingPage } from '../../output/fits-line.ts';
import { countOf } from '../../output/notices.ts';
import type { Sight } from '../../sessions/observe.ts';
import { PatternScan } from '../../sessions/output/pattern-scan.ts';
import { tailChars, tailIfReadable } from '../../sessions/output/tail.ts';
import { findSession, sessionPlace } from '../../sessions/store.ts';
import { type Waited, waitForSession } from '../../sessions/wait.ts';
import type { ToolContext } from '../tool-context.ts';
import {
  contentOf,
  endNotices,
  missingNotices,
  pastNotices,
  sessionFacts,
  sizesOf,
  standing,
  withRead,
} from './facts.ts';
import type { ActionInput } from './input.ts';
import { askingOf, stoppedNotices } from './stopped.ts';

/** Waits for the end of a session, or for a pattern in its output. */
export async function planWait(input: ActionInput<'wait'>, context: ToolContext): Promise<ToolPlan<Outcome>> {
  const place = sessionPlace(context);
  const { sessionId, pattern, timeout, cursor } = input;
  const scan = pattern === undefined ? null : await PatternScan.open(pattern);
  const session = findSession(place, sessionId);
  return {
    title: `process wait ${sessionId}${pattern === undefined ? '' : ` for ${JSON.stringify(pattern)}`}`,
    effects: [],
    run: async (signal) => {
      const waited = await waitForSession({ place, session, scan, cursor, limitMs: timeout * 1000, signal });
      return scan === null ? presentEnd(waited, input, context) : presentPattern(waited, input, context);
    },
  };
}

/** A failed command makes the call an error, as with `wait` in a shell. */
function presentEnd(
  { sight }: Waited,
  { sessionId, timeout }: ActionInput<'wait'>,
  context: ToolContext,
): Outcome {
  const details = sessionFacts(sight);
  if (sight.end === null) {
    const message = `Session ${sessionId} still runs after ${timeout}s${askingOf(sight)}.`;
    return outcome({
      status: 'timed_out',
      message,
      ...lastPrinted(sight, message, context, stoppedNotices(sight)),
      details,
    });
  }
  const { status, exitCode } = sight.end;
  const message = `Session ${sessionId} ${standing(sight)}.`;
  return outcome({
    status: 'completed',
    isError: status !== 'completed' || exitCode !== 0,
    message,
    details,
    ...lastPrinted(sight, message, context, endNotices(sight)),
  });
}

/** A notice on a match that ends at `cursor` and so cannot be an answer to what was typed last; empty if it may be one. */
function staleNotices({ status }: Sight, cursor: number): readonly string[] {
  const typedAt = status?.typedAt ?? null;
  if (typedAt === null || cursor > typedAt) return [];
  return [`That was printed before the last input; a wait from cursor ${typedAt} looks behind it.`];
}

function presentPattern(
  { sight, found, cursor: read, dropped }: Waited,
  { sessionId, pattern = '', timeout, cursor: from }: ActionInput<'wait'>,
  context: ToolContext,
): Outcome {
  // Continuing from a cursor beyond the end would miss the output before it.
  const cursor = from > sight.bytes ? sight.bytes : read;
  const notices = [...pastNotices(from, sight), ...stoppedNotices(sight)];
  const facts = sessionFacts(withRead(sight, from, cursor));
  const details = { ...facts, matched: found !== null, cursor, droppedBytes: dropped };
  if (found !== null) {
    const message = `Session ${sessionId} printed the pattern; next cursor ${cursor}.`;
    return outcome({
      status: 'completed',
      message,
      content: contentOf(found.text, '', context),
      details: { ...details, match: found.match },
      notices: [message, ...staleNotices(sight, cursor)],
    });
  }
  const unseen =
    dropped === 0 ? '' : ` in what the log kept (${countOf(dropped, 'byte')} dropped unsearched)`;
  const isUnread = cursor < sight.bytes;
  if (sight.end === null || isUnread) {
    const part = isUnread ? `, searched up to cursor ${cursor} of ${sight.bytes},` : '';
    const stands = sight.end === null ? `still runs${askingOf(sight)}` : standing(sight);
    const message = `The pattern did not appear${unseen}${part} within ${timeout}s; session ${sessionId} ${stands}.`;
    return outcome({
      status: 'timed_out',
      message,
      details,
      ...lastPrinted(sight, message, context, notices),
    });
  }
  const state = `session ${sessionId} ${standing(sight)}, and it did not appear${unseen}`;
  const { message } = cannot('wait for', pattern, state, 'a pattern that its output has');
  const failed = { ...details, failure: 'tool_failed' };
  return outcome({
    status: 'failed',
    message,
    details: failed,
    ...lastPrinted(sight, message, context, notices),
  });
}

/**
 * For a model, a wait for the end, or one in vain, shows the last output, which usually is what it needs next, and the message; not
 * of a program which drew on its screen and ended well only what it printed since it left that. Nothing is written to a script's standard output.
 */
function lastPrinted(
  sight: Sight,
  message: string,
  { surface, settings }: ToolContext,
  others: readonly string[] = [],
): Pick<Outcome, 'content' | 'notices'> {
  const missing = missingNotices(sight);
  const notices = [...others, ...missing];
  if (surface.isText) return { content: [], notices };
  const mostChars = Math.min(tailChars, settings.caps.outputChars);
  const printed = { folder: sight.session.folder, sizes: sizesOf(sight) };
  const tail = fittingPage(mostChars, surface.lineBytes, (chars) => tailIfReadable(printed, chars));
  const shown = sight.end?.exitCode === 0 ? (tail.behind ?? tail) : tail;
  if (shown.text === '' && missing.length === 0) return { content: [], notices };
  // A log that could not be written does not have all of it.
  const ofShown = missing.length > 0 ? [] : shown.notices;
  const trailers = [message, ...[...missing, ...ofShown].map((notice) => `(${notice})`)];
  const lineEnd = shown.text === '' || shown.text.endsWith('\n') ? '' : '\n';
  return {
    content: [text(`${shown.text}${lineEnd}${trailers.join('\n')}`)],
    notices: [...notices, ...ofShown],
  };
}
