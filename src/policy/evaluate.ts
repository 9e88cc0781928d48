import type { Effect } from '../core/effect.ts';
import { ToolFailure } from '../core/failure.ts';
import { holdsUnseen } from '../core/text/unseen.ts';
import type { CommandJudge } from './commands/command-judge.ts';
import { neutralEnvironment } from './commands/neutral.ts';
import { type EffectRuling, only } from './effect-ruling.ts';
import { FactBook } from './fact-book.ts';
import type { JudgedPath, Judgement, PolicyInput, Proposal } from './judge.ts';
import { type Mode, modeOf, settle } from './mode.ts';
import { moveRuling, suggestMove } from './move.ts';
import { forbiddenByName } from './named.ts';
import { actionOn, judgePath, type Scope } from './paths/scope.ts';
import { recall, remember } from './recall.ts';
import { compileRules } from './rules/compile.ts';
import type { CommandRule, CompiledRules } from './rules/rule.ts';
import { suggestPaths } from './rules/suggest-paths.ts';
import { allow, nothing, type Ruling, stopping, strictest } from './ruling.ts';
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
      return only(stopping);
    case 'skill':
      return only(skillRuling(effect.name, pass.rules.skills, pass.mode));
    case 'move': {
      const ruling = moveRuling(effect, pass.input.settings, pass.rules.hosts);
      return { ...only(ruling), proposals: () => (ruling.isOpen === true ? [suggestMove(effect)] : []) };
    }
  }
}

function pathsOf(result: EffectRuling, { mode, scope }: Pass): readonly JudgedPath[] {
  const touches = result.exec?.steps.flatMap((judged) => judged.touches) ?? [];
  const paths = touches.map(({ access, path, ruling }) => {
    const { decision, reason } = bounded(ruling, result.ruling, mode);
    return { access, path, decision, reason };
  });
  const judged = result.path === null ? paths : [result.path];
  return judged.map((path) => ({ ...path, action: actionOn(scope, path.access, path.path) }));
}

/** Proposals that cover everything that asks: each proposal for one effect, joined with that for a move if the move asks too. */
function together(lists: readonly (readonly Proposal[])[]): readonly Proposal[] {
  const moves = lists.filter(([first]) => first?.[0]?.tool === 'host');
  const others = lists.filter((list) => !moves.includes(list));
  const move = moves[0]?.[0] ?? [];
  if (others.length === 0) return moves.flat();
  return others.length > 1 ? [] : (others[0] ?? []).map((proposal) => [...proposal, ...move]);
}

/** The strictest ruling over all effects, as the mode settles it. */
function answerOf(results: readonly EffectRuling[], { mode }: Pass): Ruling {
  const rulings = results.map((result) => result.ruling);
  return settle(strictest(rulings, nothing), mode);
}

/** Whether the rules could stand in a configuration: they are valid and contain no invisible characters. */
function areUsable(rules: PolicyInput['rules']): boolean {
  if (rules.some(({ allow }) => allow !== undefined && holdsUnseen(allow))) return false;
  try {
    compileRules(rules);
    return true;
  } catch (error) {
    if (error instanceof ToolFailure) return false;
    throw error;
  }
}

/** Whether the call would be allowed with one more proposal; a secret or a missing program that it names may still prevent that. */
async function holds(proposal: Proposal, { input, scope }: Pass): Promise<boolean> {
  const kept = proposal.map((rule) => ({ ...rule, source: 'proposal', line: null }));
  if (!areUsable(kept)) return false;
  const pass = await openPass({ ...input, rules: [...input.rules, ...kept] }, scope.book);
  return answerOf(judgeAll(pass), pass).decision === 'allow';
}

/** Proposals for the effects that ask, without those that would not let the call run. */
async function proposalsFor(asking: readonly EffectRuling[], pass: Pass): Promise<readonly Proposal[]> {
  const holding: Proposal[] = [];
  for (const proposal of together(asking.map((result) => result.proposals())))
    if (await holds(proposal, pass)) holding.push(proposal);
  return holding;
}

async function summarise(results: readonly EffectRuling[], pass: Pass): Promise<Judgement> {
  const { mode } = pass;
  const { decision, reason, rule } = answerOf(results, pass);
  const asking = results.filter((result) => result.ruling.decision === 'ask');
  const proposals = decision === 'ask' ? await proposalsFor(asking, pass) : [];
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
    paths: results.flatMap((result) => pathsOf(result, pass)),
    proposals,
    inputSession: decision === 'ask' && asking.length === 1 ? (asking[0]?.inputSession ?? null) : null,
    opaque,
    environment: decision === 'deny' ? {} : neutralEnvironment(steps, opaque === null),
    scripts: [
      ...new Set([
        ...steps.flatMap(({ script }) => script ?? []),
        ...results.flatMap(({ exec }) => exec?.files ?? []),
      ]),
    ],
  };
}

/** Compiles the rules and prepares what effects are judged with. */
async function openPass(input: PolicyInput, book: FactBook): Promise<Pass> {
  const mode = modeOf(input.settings);
  const rules = compileRules(input.rules);
  const { workspace, protectedPaths } = input;
  const scope: Scope = { workspace, protectedPaths, rules: rules.paths, mode, book };
  const parts = { input, mode, rules, scope };
  const hasCommands = input.effects.some(({ kind }) => kind === 'exec' || kind === 'input');
  const commands = hasCommands
    ? await (await import('./commands/command-judge.ts')).openCommandJudge(input.effects, parts)
    : null;
  return { ...parts, commands };
}

function judgeAll(pass: Pass): readonly EffectRuling[] {
  return pass.input.effects.map((effect) => judgeOne(effect, pass));
}

/** Judges all effects of a call; looks up facts as they are needed. */
export async function evaluate(input: PolicyInput): Promise<Judgement> {
  const known = recall(input);
  if (known !== null) return known;
  const book = new FactBook(input.facts);
  const pass = await openPass(input, book);
  const judgement = await summarise(judgeAll(pass), pass);
  remember(input, book, judgement);
  return judgement;
}
