import { environmentRulings } from '../call.ts';
import { isProtected, type Scope } from '../paths/scope.ts';
import type { JudgedStep, StepContext } from './step.ts';
import type { Stepped } from './stepped.ts';

/** Whether a program is none that policy keeps for itself, its own binary among them. */
function isOpenProgram({ program }: JudgedStep, scope: Scope): boolean {
  const fact = program?.fact ?? null;
  if (fact === null) return true;
  const file = { realPath: fact.realPath, exists: true, kind: 'file' as const };
  return !isProtected(scope, file, fact.foundPath);
}

/** Whether a profile knows a command to read only, in exactly this form, and all that it touches is open. */
function isReading(judged: JudgedStep, scope: Scope): boolean {
  const { by, ruling, asking, touches } = judged;
  return (
    by === 'profile' &&
    ruling.decision === 'allow' &&
    asking.length === 0 &&
    touches.every((touch) => touch.access !== 'write' && touch.ruling.decision === 'allow') &&
    isOpenProgram(judged, scope)
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
