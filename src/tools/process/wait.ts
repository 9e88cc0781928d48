import { text } from '../../core/content.ts';
import { cannot } from '../../core/failure.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { countOf } from '../../output/notices.ts';
import type { Sight } from '../../sessions/observe.ts';
import { PatternScan } from '../../sessions/output/pattern-scan.ts';
import { tailIfReadable } from '../../sessions/output/tail.ts';
import { findSession, sessionPlace } from '../../sessions/store.ts';
import { type Waited, waitForSession } from '../../sessions/wait.ts';
import type { ToolContext } from '../tool-context.ts';
import { askingOf, contentOf, leftNotices, pastNotices, sessionFacts, standing, withRead } from './facts.ts';
import type { ActionInput } from './input.ts';

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
      ...printedInstead(sight, message, context),
      details,
    });
  }
  const { status, exitCode } = sight.end;
  return outcome({
    status: 'completed',
    isError: status !== 'completed' || exitCode !== 0,
    message: `Session ${sessionId} ${standing(sight)}.`,
    details,
    notices: leftNotices(sight),
  });
}

function presentPattern(
  { sight, found, cursor: read, dropped }: Waited,
  { sessionId, pattern = '', timeout, cursor: from }: ActionInput<'wait'>,
  context: ToolContext,
): Outcome {
  // Continuing from a cursor beyond the end would miss the output before it.
  const cursor = from > sight.bytes ? sight.bytes : read;
  const notices = pastNotices(from, sight);
  const facts = sessionFacts(withRead(sight, from, cursor));
  const details = { ...facts, matched: found !== null, cursor, droppedBytes: dropped };
  if (found !== null) {
    const message = `Session ${sessionId} printed the pattern; next cursor ${cursor}.`;
    return outcome({
      status: 'completed',
      message,
      content: contentOf(found.text, '', context),
      details: { ...details, match: found.match },
      notices: [message],
    });
  }
  const unseen =
    dropped === 0 ? '' : ` in what the log kept (${countOf(dropped, 'byte')} dropped unsearched)`;
  if (sight.end === null) {
    const message = `The pattern did not appear${unseen} within ${timeout}s; session ${sessionId} still runs${askingOf(sight)}.`;
    return outcome({
      status: 'timed_out',
      message,
      details,
      ...printedInstead(sight, message, context, notices),
    });
  }
  const state = `session ${sessionId} ${standing(sight)}, and it did not appear${unseen}`;
  const { message } = cannot('wait for', pattern, state, 'a pattern that its output has');
  const failed = { ...details, failure: 'tool_failed' };
  return outcome({
    status: 'failed',
    message,
    details: failed,
    ...printedInstead(sight, message, context, notices),
  });
}

/**
 * For a model, a failed wait shows the last output, which usually explains it, and the message. Nothing is written to a script's
 * standard output.
 */
function printedInstead(
  { session }: Sight,
  message: string,
  { surface }: ToolContext,
  notices: readonly string[] = [],
): Pick<Outcome, 'content' | 'notices'> {
  const tail = surface.isText ? null : tailIfReadable(session);
  if (tail === null || tail.text === '') return { content: [], notices };
  const trailers = [message, ...tail.notices.map((notice) => `(${notice})`)];
  const end = tail.text.endsWith('\n') ? '' : '\n';
  return {
    content: [text(`${tail.text}${end}${trailers.join('\n')}`)],
    notices: [...notices, ...tail.notices],
  };
}
