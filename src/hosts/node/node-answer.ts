import { ToolFailure } from '../../core/failure.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Answer } from '../../wire/message.ts';
import { placeOutcome } from './node-call.ts';
import { failureOfError, nodeFailure } from './node-failure.ts';
import { readOutcome } from './node-shapes.ts';
import { withSessionPlace } from './session-place.ts';

/** The failure of a request to a node that brought no proper answer: `tool_failed`. */
export function unanswered(node: string, value: string, state: string): ToolFailure {
  return nodeFailure(node, { action: 'call', value, state, wanted: 'an answer' });
}

export interface AnsweredCall {
  readonly node: string;
  readonly tool: string;
  /** Whether it was ended from here. */
  readonly signal: AbortSignal;
}

/** The Outcome in a node's answer to a call. Throws ToolFailure as `NodeLink.call` does. */
export function outcomeOf(answer: Answer, { node, tool, signal }: AnsweredCall): Outcome {
  if ('error' in answer) {
    const failure = failureOfError(node, tool, answer.error);
    if (failure.code !== 'cancelled') throw failure;
    const partial = readOutcome(failure.data.outcome);
    const outcome = partial === null ? null : placeOutcome(partial, node);
    if (signal.aborted)
      throw new ToolFailure('cancelled', failure.message, outcome === null ? {} : { outcome });
    // Nobody here cancelled it, so the node is shutting down.
    if (outcome !== null) return outcome;
    throw unanswered(node, tool, `node "${node}" ended the call`);
  }
  const outcome = readOutcome(answer.result);
  if (outcome !== null)
    return withSessionPlace(placeOutcome(outcome, node), { tool, place: `node "${node}"`, host: node });
  throw unanswered(node, tool, `node "${node}" answered with something else than a result`);
}
