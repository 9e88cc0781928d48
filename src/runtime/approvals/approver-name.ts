import type { ToolContext } from '../../tools/tool-context.ts';

/** Characters kept of what a client calls itself. */
export const longestName = 100;

/** Who answers the questions of a call, as the audit trail names them. */
export function approverName({ caller, machine }: ToolContext): string {
  const { frontend, client } = caller;
  return frontend === 'cli'
    ? `${machine.user} on the terminal`
    : `${client.slice(0, longestName) || 'the client'} over ${frontend}`;
}
