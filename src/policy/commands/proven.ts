import type { ProgramFact } from '../../core/ports.ts';
import { environmentRulings } from '../call.ts';
import { isProtected, type Scope } from '../paths/scope.ts';
import type { JudgedStep, StepContext } from './step.ts';
import type { Stepped } from './stepped.ts';

/** Whether a program is one that policy keeps for itself, as its own binary. */
export function isProtectedProgram({ realPath, foundPath }: ProgramFact, scope: Scope): boolean {
  return isProtected(scope, { realPath, exists: true, kind: 'file' }, foundPath);
}

/** Whether a profile knows a command to read only, in exactly this form, and all that it touches is open. */
function isReading(judged: JudgedStep, scope: Scope): boolean {
  const { by, ruling, asking, touches, program } = judged;
  const fact = program?.fact ?? null;
  return (
    by === 'profile' &&
    ruling.decision === 'allow' &&
    asking.length === 0 &&
    touches.every((touch) => touch.access !== 'write' && touch.ruling.decision === 'allow') &&
    (fact === null || !isProtectedProgram(fact, scope))
  );
}

/** Whether no rule denies anything or asks about anything. */
function isPermissive({ rules, scope }: StepContext): boolean {
  const { read, list, write } = scope.rules;
  return [rules, read, list, write].every((of) => of.every(({ decision }) => decision === 'allow'));
}

/**
 * Whether nothing can object to an effect but what was looked at already: all of its commands only read what is open, and no rule
 * denies or asks. The guard, deny rules and closed paths, which look for everything a text might run or open, say nothing then.
 */
export function isProven({ effect, screened, analysis, steps }: Stepped, context: StepContext): boolean {
  const { mode, scope } = context;
  const isUsual = mode.security === 'allowlist' && !mode.always && !mode.restrict && !effect.elevated;
  return (
    isUsual &&
    screened === null &&
    analysis.opaque === null &&
    steps.length > 0 &&
    isPermissive(context) &&
    environmentRulings(effect, false).length === 0 &&
    steps.every((judged) => isReading(judged, scope))
  );
}
