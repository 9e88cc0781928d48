import type { Caller } from '../../core/context.ts';
import { firstCharacters } from '../../core/text/cut-text.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

/** Most characters of a client's name for itself. */
const longestName = 100;

/** Whose call it is, as the list of pending approvals shows it. */
export function askerName({ frontend, client }: Caller): string {
  return firstCharacters(client, longestName) || frontend;
}

/** A client that answers, as the audit trail shows it. */
export function clientName({ frontend, client }: Caller): string {
  return `${firstCharacters(client, longestName) || 'the client'} over ${frontend}`;
}

/** Who answers the questions of a call, as the audit trail shows it. */
export function approverName({ caller, machine }: ToolContext): string {
  return caller.frontend === 'cli' ? `${machine.user} on the terminal` : clientName(caller);
}
