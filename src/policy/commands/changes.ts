import type { Scope } from '../paths/scope.ts';
import { operandTouches } from '../paths/touch.ts';
import { findEditing } from '../profiles/editing.ts';
import { allow, type Ruling } from '../ruling.ts';
import type { Step } from '../shell/arg.ts';
import type { Program } from './program.ts';
import { type Relocation, relocationOf } from './relocation.ts';

/** The changes of a command that does nothing but change files, all of which it may write. */
export interface Change extends Relocation {
  readonly ruling: Ruling;
}

/**
 * Rules on a command that does nothing but change files: the change if all writes are allowed, else the reason for asking.
 * Null for any other command, and if no rule allows writing.
 */
export function changeOf(step: Step, { base, fact, builtin }: Program, given: Scope): Change | string | null {
  // The command may replace the file that a stream's name stands for instead of opening it.
  const { streams: _, ...scope } = given;
  if (fact?.trusted !== true || fact.isElsewhere === true || builtin) return null;
  // Without a rule that allows writing, every write asks.
  if (!scope.rules.write.some(({ decision }) => decision === 'allow')) return null;
  const match = findEditing(base, step.args);
  const found =
    match === null
      ? relocationOf(base, step.args, step.cwds, scope)
      : { touches: operandTouches(match, step, scope), brought: [] };
  if (found === null) return null;
  const refused = found.touches.find(({ ruling }) => ruling.decision !== 'allow');
  if (refused !== undefined) return refused.ruling.reason;
  return { ...found, ruling: allow('it only changes files that may be written') };
}
