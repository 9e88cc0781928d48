import * as v from 'valibot';
import { isFailure } from '../core/failure.ts';
import { parseInput } from '../core/schema/validate.ts';
import { inputStateOf } from '../sessions/input/typing.ts';
import { findSession, sessionPlace } from '../sessions/store.ts';
import type { ToolContext } from '../tools/tool-context.ts';

/** The params of `session/typed`. */
export const typedSchema = v.strictObject({ sessionId: v.string() });

/**
 * What another machine has to know of a session to judge what is typed into it there: the unfinished line, the modes of its terminal and
 * the revision of its input; null for a session that is not there or does not run. Throws `invalid_input` for other params.
 */
export async function reportTyped(params: unknown, context: ToolContext) {
  const { sessionId } = parseInput(typedSchema, params ?? {});
  const place = sessionPlace(context);
  try {
    const { pending, terminal, revision } = await inputStateOf(place, findSession(place, sessionId));
    return { pending, terminal, revision };
  } catch (error) {
    if (isFailure(error, 'tool_failed')) return null;
    throw error;
  }
}
