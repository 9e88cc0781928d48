import type { Effect } from '../core/effect.ts';
import type { CommandJudge } from './commands/commands.ts';
import { neutralEnvironment } from './commands/neutral.ts';
import { type EffectRuling, only } from './effect-ruling.ts';
import { FactBook } from './fact-book.ts';
import type { JudgedPath, Judgement, PolicyInput, Proposal } from './judge.ts';
import { type Mode, modeOf, refusedByMode, settle } from './mode.ts';
import { moveRuling, suggestMove } from './move.ts';
import { forbiddenByName } from './named.ts';
import { judgePath, type Scope } from './paths/scope.ts';
import { compileRules } from './rules/compile.ts';
import type { CommandRule, CompiledRules } from './rules/rule.ts';
import { suggestPaths } from './rules/suggest-paths.ts';
import { allow, type Ruling, strictest } from './ruling.ts';
import { bounded, commandVerdicts } from './verdicts.ts';

interface Pass {
  readonly input: PolicyInput;
  readonly mode: Mode;
  readonly rules: CompiledRules;
  readonly scope: Scope;
  /** Judges commands; null where there are none, which saves loading a parser and all profiles. */
  readonly commands: CommandJudge | null;
}

function skillRuling(name: string, rules: readonly CommandRule[], mode: Mode): Ruling {
  if (mode.security === 'deny') return refusedByMode;
  return forbiddenByName('skill', name, { rules, mode }) ?? allow('loading a skill runs nothing');
}

function judgeOne(effect: Effect, pass: Pass): EffectRuling {
  switch (effect.kind) {
    case 'exec':
    case 'input':
      if (pass.commands === null) throw new TypeError(`${effect.kind} without a judge`);
      return pass.commands(effect);
    case 'read':
    case 'list':
    case 'write': {
      const touch = { access: effect.kind, given: effect.given, cwd: pass.input.workspace.cwd, fact: null };
      const fact = pass.scope.book.path(effect.path, pass.input.workspace.cwd);
      const ruling = judgePath(pass.scope, { ...touch, given: effect.path, fact });
      const path = {
        access: effect.kind,
        path: effect.path,
        decision: ruling.decision,
        reason: ruling.reason,
      };
      const isOpen = effect.kind === 'write' && ruling.rule === null && !pass.mode.always;
      const proposals = () => (isOpen ? suggestPaths(fact.realPath, pass.input.workspace) : []);
      return { ...only(ruling), path, proposals };
    }
    case 'signal':
      return only(allow('a session of its own may be stopped'));
    case 'skill':
      return only(skillRuling(effect.name, pass.rules.skills, pass.mode));
    case 'move': {
      const ruling = moveRuling(effect, pass.input.settings, pass.rules.hosts);
      return { ...only(ruling), proposals: () => (ruling.isOpen === true ? [suggestMove(effect)] : []) };
    }
  }
}

function pathsOf(result: EffectRuling, mode: Mode): readonly JudgedPath[] {
  if (result.path !== null) return [result.path];
  const touches = result.exec?.steps.flatMap((judged) => judged.touches) ?? [];
  return touches.map(({ access, path, ruling }) => {
    const { decision, reason } = bounded(ruling, result.ruling, mode);
    return { access, path, decision, reason };
  });
}

/** Proposals for everything that asks: those of one, each with the one of a move when that asks too. */
function together(lists: readonly (readonly Proposal[])[]): readonly Proposal[] {
  const moves = lists.filter(([first]) => first?.[0]?.tool === 'host');
  const others = lists.filter((list) => !moves.includes(list));
  const move = moves[0]?.[0] ?? [];
  if (others.length === 0) return moves.flat();
  return others.length > 1 ? [] : (others[0] ?? []).map((proposal) => [...proposal, ...move]);
}

function summarise(results: readonly EffectRuling[], pass: Pass): Judgement {
  const { mode } = pass;
  const worst = strictest(
    results.map((result) => result.ruling),
    allow('nothing happens'),
  );
  const { decision, reason, rule } = settle(worst, mode);
  const asking = results.filter((result) => result.ruling.decision === 'ask');
  const proposals = decision === 'ask' ? together(asking.map((result) => result.proposals())) : [];
  const single = proposals.filter((proposal) => proposal.length === 1);
  const shown =
    single.length > 0
      ? single.map((proposal) => proposal[0]?.allow ?? '')
      : (proposals.at(-1) ?? []).map((one) => one.allow);
  const steps = results.flatMap((result) => result.exec?.steps ?? []);
  const opaque = results.find((result) => (result.exec?.opaque ?? null) !== null)?.exec?.opaque ?? null;
  return {
    decision,
    reason,
    rule,
    commands: results.flatMap(({ exec, ruling }) =>
      exec === null ? [] : commandVerdicts(exec, ruling, mode),
    ),
    suggest: shown,
    paths: results.flatMap((result) => pathsOf(result, mode)),
    proposals,
    inputSession: decision === 'ask' && asking.length === 1 ? (asking[0]?.inputSession ?? null) : null,
    opaque,
    environment: decision === 'deny' ? {} : neutralEnvironment(steps, opaque === null),
    scripts: [...new Set(steps.flatMap(({ script }) => script ?? []))],
  };
}

/** Judges all effects, each over the facts it asks for. */
export async function evaluate(input: PolicyInput): Promise<Judgement> {
  const mode = modeOf(input.settings);
  const rules = compileRules(input.rules);
  const { workspace, protectedPaths } = input;
  const scope: Scope = {
    workspace,
    protectedPaths,
    rules: rules.paths,
    mode,
    book: new FactBook(input.facts),
  };
  const parts = { input, mode, rules, scope };
  const hasCommands = input.effects.some(({ kind }) => kind === 'exec' || kind === 'input');
  const commands = hasCommands
    ? await (await import('./commands/commands.ts')).openCommandJudge(parts)
    : null;
  const pass: Pass = { ...parts, commands };
  return summarise(
    input.effects.map((effect) => judgeOne(effect, pass)),
    pass,
  );
}
