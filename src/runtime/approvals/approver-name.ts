import type { Caller } from '../../core/context.ts';
import { firstCharacters } from '../../core/text/cut-text.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

/** Characters kept of what a client calls itself. */
const longestName = 100;

/** Whose calls are asked about, as a list of what waits names them. */
export function askerName({ frontend, client }: Caller): string {
  return firstCharacters(client, longestName) || frontend;
}

/** A client that answers, as the audit trail names it. */
export function clientName({ frontend, client }: Caller): string {
  return `${firstCharacters(client, longestName) || 'the client'} over ${frontend}`;
}

/** Who answers the questions of a call, as the audit trail names them. */
export function approverName({ caller, machine }: ToolContext): string {
  return caller.frontend === 'cli' ? `${machine.user} on the terminal` : clientName(caller);
}
