import { outcome } from '../../core/outcome.ts';
import { observe, type Sight } from '../../sessions/observe.ts';
import { listSessions, runningMs, type Session, type SessionPlace } from '../../sessions/store.ts';
import type { ToolContext } from '../tool-context.ts';
import type { ActionPlan } from './action.ts';
import { contentOf, placeOf, sessionFacts } from './facts.ts';

/** Characters of a command in a list. */
const commandChars = 80;

/** Every session of the workspace, newest first. */
export function planList(context: ToolContext): ActionPlan {
  const place = placeOf(context);
  return {
    title: 'process list',
    effects: [],
    display: [],
    run: async (signal) => {
      const sessions = listSessions(place);
      const sights = await Promise.all(sessions.map((session) => glance(place, session, signal)));
      const lines = sights.map((sight) => `${describe(sight)}\n`).join('');
      const running = sights.filter(({ end }) => end === null).length;
      const message =
        sights.length === 0
          ? 'No sessions in this workspace.'
          : `${running} of ${sights.length} sessions run.`;
      return outcome({
        status: 'completed',
        message,
        content: contentOf(lines, message, context),
        details: { sessions: sights.map(sessionFacts) },
        notices: sights.length === 0 && context.caller.frontend === 'cli' ? [message] : [],
      });
    },
  };
}

/** A session as it stands; one whose keeper does not answer is listed all the same. */
async function glance(place: SessionPlace, session: Session, signal: AbortSignal): Promise<Sight> {
  try {
    return await observe(place, session, { after: 0, waitMs: 0, signal });
  } catch {
    return { session, end: null, bytes: 0, newlines: 0, logProblem: null, status: null };
  }
}

/** `id  status  duration  command` on one line. */
function describe({ session, end, status }: Sight): string {
  const { id, command } = session.record;
  const ms = end?.durationMs ?? runningMs(session.record);
  const line = command.replace(/\s+/g, ' ').trim();
  const chars = [...line];
  const shown = chars.length > commandChars ? `${chars.slice(0, commandChars - 1).join('')}…` : line;
  const state =
    end === null
      ? status?.waitingForInput === true
        ? 'running, waits for input'
        : 'running'
      : endState(end);
  return `${id}  ${state}  ${duration(ms)}  ${shown}`;
}

function endState({ status, exitCode, signal }: NonNullable<Sight['end']>): string {
  if (status !== 'completed') return status;
  return signal === null ? `exit ${exitCode}` : signal;
}

function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${(ms / 1000).toFixed(1)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}m`;
}
