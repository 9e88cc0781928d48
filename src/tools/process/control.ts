import { cannot, wrongField } from '../../core/failure.ts';
import { nearest } from '../../core/names/nearest.ts';
import { type Outcome, outcome } from '../../core/outcome.ts';
import type { ToolPlan } from '../../core/tool.ts';
import { countOf } from '../../output/notices.ts';
import { signalNames, signalOf } from '../../platform/process/signals.ts';
import { letGoOn } from '../../platform/sessions/session-marks.ts';
import { type Ending, endSession } from '../../sessions/ending.ts';
import { askSession, observe, type Sight } from '../../sessions/observe.ts';
import {
  findSession,
  forgetSession,
  listSessions,
  NoSession,
  type Session,
  type SessionPlace,
  sessionPlace,
  settleSession,
} from '../../sessions/store.ts';
import type { ToolContext } from '../tool-context.ts';
import { endNotices, sessionFacts, standing } from './facts.ts';
import type { ActionInput } from './input.ts';

function signalName(given: string): string {
  const isNumber = /^\d{1,3}$/.test(given);
  const numbered = isNumber ? signalOf(Number(given)) : null;
  if (numbered !== null) return numbered;
  const name = given.toUpperCase().replace(/^(SIG)?/, 'SIG');
  const names = signalNames();
  if (names.includes(name)) return name;
  // The common prefix must not count for nearness.
  const own = (one: string): string => one.slice('SIG'.length);
  const hint = isNumber ? null : nearest(own(name), names.map(own));
  const problem = `is "${given}", which is no signal${hint === null ? '' : `; did you mean "SIG${hint}"?`}`;
  throw wrongField('signal', problem);
}

/** Ends a session and waits for its end. Throws like `endSession`. */
function end(session: Session, context: ToolContext, signal: AbortSignal): Promise<Ending> {
  const { killGraceMs: graceMs } = context.settings.shell;
  return endSession({ place: sessionPlace(context), session, graceMs, signal });
}

/** Ends a session by escalating signals, or sends it only the given one. */
export async function planKill(
  { sessionId, signal: given }: ActionInput<'kill'>,
  context: ToolContext,
): Promise<ToolPlan<Outcome>> {
  const name = given === undefined ? null : signalName(given);
  const place = sessionPlace(context);
  const session = findSession(place, sessionId);
  return {
    title: `process kill ${sessionId}${name === null ? '' : ` ${name}`} (${session.record.command})`,
    effects: [{ kind: 'signal', session: sessionId }],
    run: async (signal) => {
      if (session.end !== null)
        return present(await sightOf(session, context, signal), 'was not running any more');
      if (name === null) {
        const { sight, notices } = await end(session, context, signal);
        return present(sight, null, notices);
      }
      letGoOn(session.record.keeper, session.record.machine);
      await askSession(place, session, { method: 'signal', params: { name }, signal });
      return present(await sightOf(session, context, signal), `was sent ${name}`);
    },
  };
}

function sightOf(session: Session, context: ToolContext, signal: AbortSignal): Promise<Sight> {
  return observe(sessionPlace(context), session, { signal });
}

function present(sight: Sight, what: string | null, notices: readonly string[] = []): Outcome {
  return outcome({
    status: sight.end === null ? 'running' : 'completed',
    message: `Session ${sight.session.record.id} ${what ?? standing(sight)}.`,
    details: sessionFacts(sight),
    notices: [...notices, ...endNotices(sight)],
  });
}

/** Resizes a session's terminal. */
export async function planResize(
  { sessionId, cols, rows }: ActionInput<'resize'>,
  context: ToolContext,
): Promise<ToolPlan<Outcome>> {
  const place = sessionPlace(context);
  const session = findSession(place, sessionId);
  return {
    title: `process resize ${sessionId}`,
    effects: [{ kind: 'signal', session: sessionId }],
    run: async (signal) => {
      await askSession(place, session, { method: 'resize', params: { cols, rows }, signal });
      return present(
        await sightOf(session, context, signal),
        `has ${countOf(cols, 'column')} and ${countOf(rows, 'row')} now`,
      );
    },
  };
}

/** Forgets a finished session, or all finished ones of the workspace. */
export async function planClear(
  { sessionId }: ActionInput<'clear'>,
  context: ToolContext,
): Promise<ToolPlan<Outcome>> {
  const place = sessionPlace(context);
  const named = sessionId === undefined ? null : await settleSession(findSession(place, sessionId));
  return {
    title: `process clear${sessionId === undefined ? '' : ` ${sessionId}`}`,
    effects: named === null ? [] : [{ kind: 'signal', session: named.record.id }],
    run: async () => {
      if (named?.end === null) {
        throw cannot(
          'clear',
          `session ${named.record.id}`,
          'it still runs',
          'a finished one; process remove ends it first',
        );
      }
      if (named !== null) forgetSession(named);
      const cleared = named === null ? await forgetFinished(place) : [named.record.id];
      return outcome({
        status: 'completed',
        message:
          cleared.length === 1
            ? `Session ${cleared[0]} is forgotten.`
            : `${cleared.length} finished sessions are forgotten.`,
        details: { cleared },
      });
    },
  };
}

/** Forgets all finished sessions of a place and returns their ids. If one fails, the others are still forgotten, then throws. */
async function forgetFinished(place: SessionPlace): Promise<readonly string[]> {
  const cleared: string[] = [];
  const failures: unknown[] = [];
  const { sessions } = listSessions(place);
  await Promise.all(
    sessions.map(async (session) => {
      try {
        if ((await settleSession(session)).end === null) return;
        forgetSession(session);
        cleared.push(session.record.id);
      } catch (error) {
        // Somebody else has forgotten it.
        if (!(error instanceof NoSession)) failures.push(error);
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
  return cleared;
}

/** Ends a session if it is running, and forgets it. */
export async function planRemove(
  { sessionId }: ActionInput<'remove'>,
  context: ToolContext,
): Promise<ToolPlan<Outcome>> {
  const session = findSession(sessionPlace(context), sessionId);
  return {
    title: `process remove ${sessionId} (${session.record.command})`,
    effects: [{ kind: 'signal', session: sessionId }],
    run: async (signal) => {
      const { sight, notices } = await end(session, context, signal);
      forgetSession(session);
      return outcome({
        status: 'completed',
        message: `Session ${sessionId} ${standing(sight)} and is forgotten.`,
        details: sessionFacts(sight),
        notices: [...notices, ...endNotices(sight)],
      });
    },
  };
}
