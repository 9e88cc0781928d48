import { basename } from 'node:path';
import { type FailureCode, failureTable, ToolFailure } from '../../core/failure.ts';
import { isRecord } from '../../core/record.ts';
import { cutText } from '../../core/text/cut-text.ts';
import { escapeUnseen } from '../../core/text/unseen.ts';
import type { TransportEnd } from '../../platform/process/transport.ts';
import type { ErrorObject } from '../../wire/errors.ts';
import { readOutcome } from './node-shapes.ts';

/** Most characters quoted of what a node or its transport says about a failure. */
const mostQuoted = 500;

/** Foreign text as one short line that is safe to show. */
export function shortLine(text: string): string {
  return cutText(escapeUnseen(text.replace(/\s+/g, ' ').trim()), mostQuoted);
}

/** What happened to a transport, with the last line it printed, if any. */
export function withWords(what: string, said: string | null): string {
  return said === null ? what : `${what}; it said "${shortLine(said)}"`;
}

/** How a transport ended, in a few words; `wasEnded` if only because its output had ended before it. */
export function describeEnd(
  program: string,
  { status, signal, problem, said }: TransportEnd,
  wasEnded: boolean,
): string {
  const name = basename(program);
  const how =
    problem !== null
      ? `"${name}" could not be started: ${shortLine(problem)}`
      : wasEnded
        ? `${name} closed its output and ran on`
        : signal !== null
          ? `${name} was ended by ${signal}`
          : `${name} ended with status ${status ?? 'unknown'}`;
  return withWords(how, said);
}

/** A failure of a call on a node: `Cannot <action> "<value>" …`. */
export function nodeFailure(
  node: string,
  { action, value, state, wanted }: Readonly<Record<'action' | 'value' | 'state' | 'wanted', string>>,
): ToolFailure {
  return new ToolFailure('tool_failed', `Cannot ${action} "${value}": ${state}, expected ${wanted}`, {
    host: node,
  });
}

/** The codes a node's error may keep here; any other becomes a failure of the node. */
const known: ReadonlyMap<number, FailureCode> = new Map(
  (['invalid_input', 'overloaded', 'cancelled'] as const).flatMap((code) => {
    const number = failureTable[code].rpcCode;
    return number === null ? [] : [[number, code]];
  }),
);

/** JSON-RPC 2.0, section 5.1: an earlier version does not know all that is asked of a node. */
const methodNotFound = -32601;

/** The message of a node's error, with its cause if it gives one. */
export function errorText({ message, data }: ErrorObject): string {
  const why = isRecord(data) && typeof data.problem === 'string' ? `: ${shortLine(data.problem)}` : '';
  return `${shortLine(message)}${why}`;
}

/** The failure for an error with which a node answered a call of `tool`. */
export function failureOfError(node: string, tool: string, error: ErrorObject): ToolFailure {
  const { code, message, data } = error;
  const said = shortLine(message);
  const failure = known.get(code);
  const facts = isRecord(data) ? data : {};
  switch (failure) {
    case 'invalid_input': {
      const { field, problem } = facts;
      const about =
        typeof field === 'string' && typeof problem === 'string'
          ? { field: shortLine(field), problem: shortLine(problem) }
          : {};
      return new ToolFailure(failure, `${said} (node "${node}")`, about);
    }
    case 'overloaded':
      return new ToolFailure(failure, `Node "${node}" has no room for the call: ${said}`);
    case 'cancelled': {
      const outcome = readOutcome(data);
      return new ToolFailure(failure, said, outcome === null ? {} : { outcome });
    }
    default: {
      return nodeFailure(node, {
        action: 'call',
        value: tool,
        state: `node "${node}" answered with an error (${code}: ${errorText(error)})`,
        wanted: code === methodNotFound ? 'a node with the agent-tools of this version' : 'a result',
      });
    }
  }
}
