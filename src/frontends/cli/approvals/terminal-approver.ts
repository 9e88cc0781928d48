import { isInsideRun } from '../../../config/variables.ts';
import type { Folders } from '../../../platform/machine/folders.ts';
import { hasPerson, openTerminal } from '../../../platform/terminal/terminal.ts';
import type { Approver } from '../../../runtime/service.ts';

/** The approver on the controlling terminal; null if nobody is there, or if this is a command of ours. */
export function terminalApprover(env: Readonly<Record<string, string>>, folders: Folders): Approver | null {
  // A program that gives our command a terminal must not answer for the person.
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
