import type { Effect, ExecEffect } from '../core/effect.ts';
import { compileRules } from './compile.ts';
import { type ExecRuling, judgeExec, type PreparedExec, prepareExec } from './exec.ts';
import { FactBook } from './fact-book.ts';
import { judgeInput } from './input.ts';
import type { JudgedPath, Judgement, PolicyInput, Proposal } from './judge.ts';
import { type Mode, modeOf, refusedByMode, settle } from './mode.ts';
import { moveRuling, suggestMove } from './move.ts';
import { gitEnvironment } from './neutral.ts';
import { matchesWord } from './pattern.ts';
import type { CommandRule, CompiledRules } from './rule.ts';
import { allow, ask, deny, type Ruling, strictest } from './ruling.ts';
import { judgePath, type Scope } from './scope.ts';
import { loadParser, type Parser } from './shell/parse.ts';
import type { JudgedStep } from './step.ts';
import { suggestPaths, suggestRules } from './suggest.ts';
import { bounded, commandVerdicts } from './verdicts.ts';

interface EffectRuling {
  readonly ruling: Ruling;
  readonly exec: ExecRuling | null;
  readonly path: JudgedPath | null;
  /** The session all of whose input a yes may cover. */
  readonly inputSession: string | null;
  /** Worked out only for the answer that counts. */
  readonly proposals: () => readonly Proposal[];
}

interface Pass {
  readonly input: PolicyInput;
  readonly mode: Mode;
  readonly rules: CompiledRules;
  readonly scope: Scope;
  readonly parser: Parser;
  readonly prepared: ReadonlyMap<ExecEffect, PreparedExec>;
}

function only(ruling: Ruling): EffectRuling {
  return { ruling, exec: null, path: null, inputSession: null, proposals: () => [] };
}

function askedSteps(exec: ExecRuling): readonly JudgedStep[] {
  return exec.steps.filter((judged) => judged.ruling.decision === 'ask');
}

/** Proposals for a command: only when what asks is programs nothing allows, which a rule can change. */
function execProposals(exec: ExecRuling, pass: Pass): readonly Proposal[] {
  if (exec.opaque !== null || exec.ruling.decision !== 'ask' || pass.mode.always) return [];
  const asked = askedSteps(exec);
  if (asked.length === 0 || !exec.asking.every(({ isOpen }) => isOpen === true)) return [];
  return suggestRules(asked, pass.input.workspace);
}

function judgeExecEffect(effect: ExecEffect, pass: Pass): EffectRuling {
  const { mode, scope, rules, input } = pass;
  if (mode.security === 'deny') return only(refusedByMode);
  const prepared = pass.prepared.get(effect) ?? prepareExec(effect, pass.parser, input.workspace.home);
  const context = {
    scope,
    rules: rules.commands,
    cwd: effect.cwd,
    searchPath: effect.searchPath,
    mode,
    pty: effect.pty,
  };
  const exec = judgeExec(prepared, context, input.settings);
  const sandboxed =
    input.isSandboxed === true && input.settings.sandbox.autoAllow && !effect.elevated && !mode.always;
  if (sandboxed && exec.ruling.decision === 'ask' && exec.asking.every(({ rule }) => rule === null)) {
    return {
      ruling: allow('the sandbox contains it (sandbox.autoAllow)'),
      exec,
      path: null,
      inputSession: null,
      proposals: () => [],
    };
  }
  return { ...only(exec.ruling), exec, proposals: () => execProposals(exec, pass) };
}

function skillRuling(name: string, rules: readonly CommandRule[], mode: Mode): Ruling {
  if (mode.security === 'deny') return refusedByMode;
  const of = (decision: CommandRule['decision']) =>
    rules.find((rule) => {
      const first = rule.pattern.words[0];
      return rule.decision === decision && first !== undefined && matchesWord(first, name);
    });
  const denied = of('deny');
  if (denied !== undefined) return deny(denied.reason ?? `a rule denies the skill "${name}"`, denied.ref);
  const asked = of('ask');
  if (asked !== undefined) return ask(asked.reason ?? `a rule asks about the skill "${name}"`, asked.ref);
  return allow('loading a skill runs nothing');
}

function judgeOne(effect: Effect, pass: Pass): EffectRuling {
  switch (effect.kind) {
    case 'exec':
      return judgeExecEffect(effect, pass);
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
    case 'input': {
      const { ruling, isCoverable } = judgeInput(effect, pass);
      return { ...only(ruling), inputSession: isCoverable ? effect.session : null };
    }
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
    environment: decision === 'deny' ? {} : gitEnvironment(steps, opaque === null),
    scripts: [...new Set(steps.flatMap(({ script }) => script ?? []))],
  };
}

/** Judges all effects: each is taken apart, then judged over the facts it asks for. */
export async function evaluate(input: PolicyInput): Promise<Judgement> {
  const mode = modeOf(input.settings);
  const rules = compileRules(input.rules);
  const parser = await loadParser();
  const { workspace, protectedPaths } = input;
  const prepared = new Map<ExecEffect, PreparedExec>();
  for (const effect of input.effects) {
    if (effect.kind === 'exec') prepared.set(effect, prepareExec(effect, parser, workspace.home));
  }
  const scope: Scope = {
    workspace,
    protectedPaths,
    rules: rules.paths,
    mode,
    book: new FactBook(input.facts),
  };
  const pass: Pass = { input, mode, rules, scope, parser, prepared };
  return summarise(
    input.effects.map((effect) => judgeOne(effect, pass)),
    pass,
  );
}
