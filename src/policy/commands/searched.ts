import type { InputEffect } from '../../core/effect.ts';
import { type EffectRuling, only } from '../effect-ruling.ts';
import type { Proposal } from '../judge.ts';
import { suggestRules } from '../rules/suggest.ts';
import { allow, ask, type Ruling } from '../ruling.ts';
import { type ExecRuling, judgeExec } from './exec.ts';
import { secretRulings } from './held-back.ts';
import { type InputContext, judgeInput } from './input.ts';
import { type Stepped, stepEffect } from './stepped.ts';

/** Proposals for a command: only if all that asks are programs which no rule allows, as a rule can change that. */
function proposalsFor(exec: ExecRuling, { mode, input }: InputContext): readonly Proposal[] {
  if (exec.opaque !== null || exec.ruling.decision !== 'ask' || mode.always) return [];
  const asked = exec.steps.filter((judged) => judged.ruling.decision === 'ask');
  if (asked.length === 0 || !exec.asking.every(({ isOpen }) => isOpen === true)) return [];
  return suggestRules(asked, input.workspace);
}

/**
 * What a sandbox does not contain when it runs a command unasked: words that name files of secrets, and what is refused even
 * under `security: full`, such as withheld files. Null for nothing.
 */
function uncontained(
  { effect, steps, context: at }: Stepped,
  { input, parser }: InputContext,
): Ruling | null {
  const mode = { ...at.mode, security: 'full' as const };
  const full = { ...at, mode, scope: { ...at.scope, mode } };
  const { ruling } = judgeExec(stepEffect(effect, parser, full), { settings: input.settings, parser });
  if (ruling.decision === 'deny') return ask(ruling.reason, ruling.rule);
  return steps.flatMap(({ step }) => secretRulings(step, [], at))[0] ?? null;
}

/** Judges a command by everything that it might run or open. */
export function judgeSearched(stepped: Stepped, context: InputContext): EffectRuling {
  const { mode, input, parser } = context;
  const exec = judgeExec(stepped, { settings: input.settings, parser });
  const sandboxed =
    input.isSandboxed === true &&
    input.settings.sandbox.autoAllow &&
    !stepped.effect.elevated &&
    !mode.always;
  if (sandboxed && exec.ruling.decision === 'ask' && exec.asking.every(({ rule }) => rule === null)) {
    const ruling = uncontained(stepped, context) ?? allow('the sandbox contains it (sandbox.autoAllow)');
    return { ...only(ruling), exec };
  }
  return { ...only(exec.ruling), exec, proposals: () => proposalsFor(exec, context) };
}

/** Judges input typed into a session. */
export function judgeTyped(effect: InputEffect, context: InputContext): EffectRuling {
  const { ruling, isCoverable } = judgeInput(effect, context);
  return {
    ...only(ruling),
    inputSession: isCoverable ? { id: effect.session, node: effect.node ?? null } : null,
  };
}
