import { type Outcome, outcome } from '../../core/outcome.ts';
import { escapeUnseen } from '../../core/text/unseen.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { unknownEnd } from '../../core/unknown-end.ts';
import { fitsLine } from '../../output/fits-line.ts';
import { countOf } from '../../output/notices.ts';
import { observe, type Sight } from '../../sessions/observe.ts';
import {
  listSessions,
  NoSession,
  runningMs,
  type Session,
  type SessionPlace,
  sessionPlace,
} from '../../sessions/store.ts';
import type { ToolContext } from '../tool-context.ts';
import { contentOf, sessionFacts } from './facts.ts';

/** Most characters of a command, and of a description, in a list. */
const commandChars = 80;
/** Most finished sessions listed for a program or a model. */
const mostFinished = 50;

/** Lists the sessions of the workspace, newest first; of many finished ones only the newest, so that the answer fits its line. */
export function planList(context: ToolContext): ToolPlan<Outcome> {
  const place = sessionPlace(context);
  return {
    title: 'process list',
    effects: [],
    run: async (signal) => {
      const { sessions, problems } = listSessions(place);
      const glances = await Promise.all(sessions.map((session) => glance(place, session, signal)));
      const sights = glances.filter((sight) => sight !== null);
      const { listed, lines, facts } = listedOf(sights, context);
      const left = sights.length - listed;
      const running = sights.filter(({ end }) => end === null).length;
      const none = problems.length === 0 ? 'No sessions in this workspace.' : 'No session can be read.';
      const message = sights.length === 0 ? none : `${running} of ${sights.length} sessions run.`;
      return outcome({
        status: 'completed',
        message,
        content: contentOf(lines, message, context),
        details: { sessions: facts, ...(left === 0 ? {} : { notListed: left }) },
        notices: [
          ...problems,
          ...(sights.length === 0 && context.surface.isText ? [message] : []),
          ...(left === 0
            ? []
            : [`${countOf(left, 'older session')} not listed (process clear forgets finished ones)`]),
        ],
      });
    },
  };
}

interface Listed {
  readonly listed: number;
  readonly lines: string;
  readonly facts: readonly Readonly<Record<string, unknown>>[];
}

/** All sessions for a person; otherwise running ones and the newest finished ones, dropping the oldest until they fit. */
function listedOf(sights: readonly Sight[], context: ToolContext): Listed {
  const finished = sights.filter(({ end }) => end !== null);
  const isPerson = context.caller.frontend === 'cli';
  const tooMany = new Set(isPerson ? [] : finished.slice(mostFinished));
  // Dropped first: finished ones before running ones, oldest first.
  const shown = sights.filter((sight) => !tooMany.has(sight));
  const leaving = [...shown].reverse().sort((a, b) => Number(a.end === null) - Number(b.end === null));
  const left = new Set<Sight>();
  for (;;) {
    const kept = shown.filter((sight) => !left.has(sight));
    const lines = kept.map((sight) => `${describe(sight)}\n`).join('');
    const facts = kept.map(sessionFacts);
    const next = leaving[left.size];
    if (next === undefined || fitsLine(lines + JSON.stringify(facts), context.surface.lineBytes)) {
      return { listed: kept.length, lines, facts };
    }
    left.add(next);
  }
}

/** The state of a session; one whose keeper does not answer is still listed, one removed meanwhile is null. */
async function glance(place: SessionPlace, session: Session, signal: AbortSignal): Promise<Sight | null> {
  try {
    return await observe(place, session, { signal });
  } catch (error) {
    if (error instanceof NoSession) return null;
    return { session, end: null, bytes: 0, newlines: 0, logProblem: null, status: null, silence: null };
  }
}

/** Text on one line, cut if long, with control characters escaped. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const chars = [...line];
  const isLong = chars.length > commandChars;
  return escapeUnseen(isLong ? `${chars.slice(0, commandChars - 1).join('')}…` : line);
}

/** `id  status  duration  command (description)` on one line. */
function describe(sight: Sight): string {
  const { session, end } = sight;
  const { id, command, description } = session.record;
  const ms = end?.durationMs ?? runningMs(session.record);
  const purpose = description === null ? '' : ` (${shortened(description)})`;
  const state = end === null ? runningState(sight) : endState(end);
  return `${id}  ${state}  ${duration(ms)}  ${shortened(command)}${purpose}`;
}

function runningState({ status, silence }: Sight): string {
  if (silence !== null) return `running, ${silence.state}`;
  if (status !== null && status.stopped !== null) return 'running, stopped';
  return status?.asking === true ? 'running, waits for input' : 'running';
}

function endState({ status, endedBy, exitCode, signal }: NonNullable<Sight['end']>): string {
  if (endedBy === 'owner') return 'killed, its owner went away';
  if (status !== 'completed') return status;
  return signal ?? (exitCode === null ? `ended, ${unknownEnd}` : `exit ${exitCode}`);
}

function duration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${(ms / 1000).toFixed(1)}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${String(seconds % 60).padStart(2, '0')}s`;
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}m`;
}
