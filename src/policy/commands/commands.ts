import type { ExecEffect, InputEffect } from '../../core/effect.ts';
import { type EffectRuling, only } from '../effect-ruling.ts';
import type { Proposal } from '../judge.ts';
import { suggestRules } from '../rules/suggest.ts';
import { allow } from '../ruling.ts';
import { loadParser } from '../shell/parse.ts';
import { type ExecRuling, judgeExec, prepareExec } from './exec.ts';
import { type InputContext, judgeInput } from './input.ts';

/** Judges a command, or what is typed into a session. */
export type CommandJudge = (effect: ExecEffect | InputEffect) => EffectRuling;

/** Proposals for a command: only when what asks is programs nothing allows, which a rule can change. */
function proposalsFor(exec: ExecRuling, { mode, input }: InputContext): readonly Proposal[] {
  if (exec.opaque !== null || exec.ruling.decision !== 'ask' || mode.always) return [];
  const asked = exec.steps.filter((judged) => judged.ruling.decision === 'ask');
  if (asked.length === 0 || !exec.asking.every(({ isOpen }) => isOpen === true)) return [];
  return suggestRules(asked, input.workspace);
}

function judgeCommand(effect: ExecEffect, context: InputContext): EffectRuling {
  const { mode, scope, rules, input, parser } = context;
  const exec = judgeExec(
    prepareExec(effect, parser, input.workspace),
    {
      scope,
      rules: rules.commands,
      cwd: effect.cwd,
      searchPath: effect.searchPath,
      mode,
      pty: effect.pty,
    },
    input.settings,
  );
  const sandboxed =
    input.isSandboxed === true && input.settings.sandbox.autoAllow && !effect.elevated && !mode.always;
  if (sandboxed && exec.ruling.decision === 'ask' && exec.asking.every(({ rule }) => rule === null))
    return { ...only(allow('the sandbox contains it (sandbox.autoAllow)')), exec };
  return { ...only(exec.ruling), exec, proposals: () => proposalsFor(exec, context) };
}

/** The judge of commands, which takes their texts apart; its parser is loaded with the first one. */
export async function openCommandJudge(parts: Omit<InputContext, 'parser'>): Promise<CommandJudge> {
  const context: InputContext = { ...parts, parser: await loadParser() };
  return (effect) => {
    if (effect.kind === 'exec') return judgeCommand(effect, context);
    const { ruling, isCoverable } = judgeInput(effect, context);
    return { ...only(ruling), inputSession: isCoverable ? effect.session : null };
  };
}
