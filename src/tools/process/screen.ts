import { text } from '../../core/content.ts';
import { cannot } from '../../core/failure.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { excerptsOf } from '../../output/head-tail.ts';
import { countOf } from '../../output/notices.ts';
import { observe } from '../../sessions/observe.ts';
import { findSession, sessionPlace } from '../../sessions/store.ts';
import { renderScreen, replayOfLog } from '../../sessions/terminal/screen.ts';
import { mostReplayed } from '../../sessions/terminal/screen-start.ts';
import type { ToolContext } from '../tool-context.ts';
import { missingNotices, sessionFacts, silenceNotices, sizesOf, standing } from './facts.ts';
import type { ActionInput } from './input.ts';
import { stoppedNotices } from './stopped.ts';

/** A notice that what stands on the screen for very long may be missing. */
const cutNotice = `What was drawn before the last ${mostReplayed / 1_048_576} MiB of output, and not since, is missing.`;

/** Shows what a person would see in the session's terminal. */
export async function planScreen(
  { sessionId }: ActionInput<'screen'>,
  context: ToolContext,
): Promise<ToolPlan<Outcome>> {
  const place = sessionPlace(context);
  const session = findSession(place, sessionId);
  return {
    title: `process screen ${sessionId}`,
    effects: [],
    run: async (signal) => {
      const sight = await observe(place, session, { signal });
      const sizes = sizesOf(sight);
      const last = sizes.at(-1);
      if (last === undefined) {
        throw cannot(
          'show the screen of',
          `session ${sessionId}`,
          'it has no terminal',
          'a session started with pty',
        );
      }
      const start = (sight.status ?? sight.end)?.screen ?? null;
      const replay = replayOfLog(session.folder, sight.bytes, { sizes, start });
      const { lines, cursor, isAlternate } = await renderScreen(replay);
      const shown = shownRows(lines, context);
      return outcome({
        status: sight.end === null ? 'running' : 'completed',
        message: `Session ${sessionId} ${standing(sight)}; the cursor is in row ${cursor.row}, column ${cursor.column}.`,
        content: [text(shown.text)],
        details: { ...sessionFacts(sight), cols: last.cols, rows: last.rows, cursor, alternate: isAlternate },
        notices: [
          ...(start?.isCut === true ? [cutNotice] : []),
          ...missingNotices(sight),
          ...silenceNotices(sight),
          ...stoppedNotices(sight),
          ...shown.notices,
        ],
      });
    },
  };
}

/** The rows down to the last that is not blank: for a model within the caps, as any output. */
function shownRows(
  lines: readonly string[],
  { surface, settings }: ToolContext,
): { readonly text: string; readonly notices: readonly string[] } {
  const used = lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
  const rows = used.map((line) => `${line}\n`).join('');
  if (surface.isText) return { text: rows, notices: [] };
  const { text: excerpt, omittedBytes, omittedLines } = excerptsOf(rows)(settings.caps);
  const omitted = `${countOf(omittedBytes, 'byte')}, ${countOf(omittedLines, 'row')}`;
  const notice = `${omitted} of the screen omitted; resize makes it smaller`;
  return { text: excerpt, notices: omittedBytes === 0 ? [] : [notice] };
}
