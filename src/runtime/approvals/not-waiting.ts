import { cannot, ToolFailure } from '../../core/failure.ts';

/** The id that was given names no approval that waits for an answer (`tool_failed`). */
export class NotWaiting extends ToolFailure {}

/** The failure to `find` or `resolve` what this names. */
export function notWaiting(
  action: 'find' | 'resolve',
  value: string,
  state: string,
  wanted = 'a waiting approval',
): NotWaiting {
  return new NotWaiting('tool_failed', cannot(action, value, state, wanted).message);
}

/** The failure of an answer after the first. */
export function answeredAlready(id: string, by: string): NotWaiting {
  return notWaiting('resolve', id, `${by} answered it already`);
}
