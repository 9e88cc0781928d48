import { cannot, type ToolFailure } from '../../core/failure.ts';

/** The failure of a command that cannot be run in the sandbox. */
export function unable(state: string, wanted: string): ToolFailure {
  return cannot('run in', 'the sandbox', state, wanted);
}
