import { cannot, type ToolFailure } from '../../core/failure.ts';

/** The refusal of what is for a person, to a command that this program runs. */
export function personOnly(action: string, subject: string): ToolFailure {
  return cannot(
    action,
    subject,
    'this runs inside a command of agent-tools',
    'a person at a terminal',
    'denied',
  );
}
