import type { Scope } from '../paths/scope.ts';
import { operandTouches } from '../paths/touch.ts';
import { findEditing } from '../profiles/editing.ts';
import { allow, type Ruling } from '../ruling.ts';
import type { Step } from '../shell/arg.ts';
import type { Program } from './program.ts';
import { type Relocation, relocationOf } from './relocation.ts';

/** What a command changes that only changes files, and that it may. */
export interface Change extends Relocation {
  readonly ruling: Ruling;
}

/**
 * The answer for a command that only changes files, where rules allow writing every one of them, or the reason why they do not;
 * null for every other command, and where no rule allows writing anything.
 */
export function changeOf(step: Step, { base, fact, builtin }: Program, given: Scope): Change | string | null {
  // It may take the name of a stream for another file instead of opening it.
  const { streams: _, ...scope } = given;
  if (fact?.trusted !== true || fact.isElsewhere === true || builtin) return null;
  // Where no rule allows writing, all of them ask.
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
