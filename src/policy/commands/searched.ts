import type { InputEffect } from '../../core/effect.ts';
import { type EffectRuling, only } from '../effect-ruling.ts';
import type { Proposal } from '../judge.ts';
import { suggestRules } from '../rules/suggest.ts';
import { allow } from '../ruling.ts';
import { type ExecRuling, judgeExec } from './exec.ts';
import { type InputContext, judgeInput } from './input.ts';
import type { StepContext } from './step.ts';
import type { Stepped } from './stepped.ts';

/** Proposals for a command: only when what asks is programs nothing allows, which a rule can change. */
function proposalsFor(exec: ExecRuling, { mode, input }: InputContext): readonly Proposal[] {
  if (exec.opaque !== null || exec.ruling.decision !== 'ask' || mode.always) return [];
  const asked = exec.steps.filter((judged) => judged.ruling.decision === 'ask');
  if (asked.length === 0 || !exec.asking.every(({ isOpen }) => isOpen === true)) return [];
  return suggestRules(asked, input.workspace);
}

/** Judges a command over everything that it might run or open. */
export function judgeSearched(stepped: Stepped, at: StepContext, context: InputContext): EffectRuling {
  const { mode, input, parser } = context;
  const exec = judgeExec(stepped, { context: at, settings: input.settings, parser });
  const sandboxed =
    input.isSandboxed === true &&
    input.settings.sandbox.autoAllow &&
    !stepped.effect.elevated &&
    !mode.always;
  if (sandboxed && exec.ruling.decision === 'ask' && exec.asking.every(({ rule }) => rule === null))
    return { ...only(allow('the sandbox contains it (sandbox.autoAllow)')), exec };
  return { ...only(exec.ruling), exec, proposals: () => proposalsFor(exec, context) };
}

/** Judges what is typed into a session. */
export function judgeTyped(effect: InputEffect, context: InputContext): EffectRuling {
  const { ruling, isCoverable } = judgeInput(effect, context);
  return { ...only(ruling), inputSession: isCoverable ? effect.session : null };
}
