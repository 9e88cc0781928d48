import type { ProgramFact } from '../../core/ports.ts';
import { environmentRulings } from '../call.ts';
import { isProtected, type Scope } from '../paths/scope.ts';
import { isWithinAny } from '../paths/within.ts';
import { builtIn, deny, type Ruling } from '../ruling.ts';
import type { JudgedStep, StepContext } from './step.ts';
import type { Stepped } from './stepped.ts';

/** Whether a program is protected by the policy, such as its own binary. */
function isProtectedProgram({ realPath, foundPath }: ProgramFact, scope: Scope): boolean {
  return isProtected(scope, { realPath, exists: true, kind: 'file' }, foundPath);
}

/** Whether a profile allows a command as read-only, in exactly this form, and all that it touches is open. */
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

/** Whether no rule denies or asks. */
function isPermissive({ rules, scope }: StepContext): boolean {
  const { read, list, write } = scope.rules;
  return [rules, read, list, write].every((of) => of.every(({ decision }) => decision === 'allow'));
}

/**
 * Whether an effect needs no further check: all of its commands only read what is open, and no rule denies or asks. The
 * guard, deny rules and closed paths, which search for everything a text might run or open, cannot object then.
 */
export function isProven({ effect, screened, analysis, steps, context }: Stepped): boolean {
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

/** Refuses this very program, and programs in a folder of the policy. */
export function ownProgramRulings(name: string, fact: ProgramFact, scope: Scope): readonly Ruling[] {
  if (!isProtectedProgram(fact, scope)) return [];
  const isOwn =
    scope.protectedPaths.includes(fact.realPath) || !isWithinAny(fact.realPath, scope.protectedPaths);
  const reason = isOwn
    ? 'is the program that judges; it does not run inside its own runs'
    : 'lies in a folder that belongs to the policy itself and is closed to every tool';
  return [deny(`"${name}" ${reason}`, builtIn('protected paths'))];
}
