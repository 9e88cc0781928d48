import { isInsideRun } from '../../../config/variables.ts';
import type { Folders } from '../../../platform/machine/folders.ts';
import { hasPerson, openTerminal } from '../../../platform/terminal/terminal.ts';
import type { Approver } from '../../../runtime/service.ts';

/** Whom to ask on the controlling terminal; null when nobody sits there, or when a command of ours does. */
export function terminalApprover(env: Readonly<Record<string, string>>, folders: Folders): Approver | null {
  // Whoever gives one of our commands a terminal must not answer for the person.
  if (!hasPerson() || isInsideRun(env)) return null;
  const terminal = openTerminal();
  if (terminal === null) return null;
  terminal.close();
  return {
    request: async (question, signal) => {
      const { askOnTerminal } = await import('./ask-on-terminal.ts');
      return askOnTerminal(question, signal, folders);
    },
  };
}
