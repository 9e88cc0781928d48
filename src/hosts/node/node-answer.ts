import { type Content, text } from '../../core/content.ts';
import { ToolFailure } from '../../core/failure.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Answer } from '../../wire/message.ts';
import { placeOutcome } from './node-call.ts';
import { failureOfError, nodeFailure } from './node-failure.ts';
import { readOutcome } from './node-shapes.ts';

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
  if (outcome !== null) return withSessionPlace(placeOutcome(outcome, node), { node, tool });
  throw unanswered(node, tool, `node "${node}" answered with something else than a result`);
}

/** The Outcome of a command that goes on there, whose sentence on its session says where `process` finds it. */
function withSessionPlace(outcome: Outcome, { node, tool }: Pick<AnsweredCall, 'node' | 'tool'>): Outcome {
  const { status, message, content, notices } = outcome;
  // What `process` answers of a session was asked with the host.
  if (status !== 'running' || tool === 'process') return outcome;
  const place = ` It is on node "${node}": process finds it with host "${node}".`;
  const add = (said: string): string => (said.endsWith(message) ? `${said}${place}` : said);
  const addTo = (part: Content): Content => (part.type === 'text' ? text(add(part.text)) : part);
  return { ...outcome, message: add(message), content: content.map(addTo), notices: notices.map(add) };
}
