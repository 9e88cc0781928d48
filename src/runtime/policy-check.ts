import * as v from 'valibot';
import type { Rule } from '../config/schema.ts';
import type { Effect } from '../core/effect.ts';
import { cannot, type FailureCode, isFailure, ToolFailure } from '../core/failure.ts';
import { isRecord } from '../core/record.ts';
import { parseInput } from '../core/schema/validate.ts';
import type { Tool } from '../core/tool.ts';
import type { Decision, Verdict } from '../core/verdict.ts';
import type { JudgedPath, Judgement } from '../policy/judge.ts';
import type { SourcedRule } from '../policy/rules/rule.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import { rulesOf, ruleText } from './approvals/choices.ts';
import { isSatisfiedUnasked } from './fallback.ts';
import { showOn } from './nodes/shown.ts';
import { targetOf } from './nodes/target.ts';
import type { Policy } from './policy.ts';
import type { Service } from './service.ts';

/** One check: a command as for the shell tool, and additional rules. */
export const rowSchema = v.strictObject({
  command: v.optional(v.string()),
  argv: v.optional(v.array(v.string())),
  cwd: v.optional(v.string()),
  env: v.optional(v.record(v.string(), v.string())),
  rules: v.optional(v.array(v.unknown())),
});

/** The answer to a check, as in CONTRACT.md section 7. */
export interface Check extends Verdict {
  readonly effects: readonly unknown[];
  /** Only all of `suggest` together would allow it; absent if each alone would. */
  readonly together?: true;
}

export interface Checker {
  readonly context: ToolContext;
  readonly policy: Policy;
  readonly loadTool: Service['loadTool'];
  /** Whether the call could ask somebody; if not, `approval.fallback` applies. */
  readonly canAsk: boolean;
}

/**
 * The rules of a check: strings allow, for the shell unless they name a tool (`write: log`); objects are as in the configuration, whose
 * schema is slow to load.
 */
async function readRules(rules: readonly unknown[]): Promise<readonly SourcedRule[]> {
  const [{ ruleSchema }, { compileRules }] = await Promise.all([
    import('../config/schema.ts'),
    import('../policy/rules/compile.ts'),
  ]);
  const either = v.union([v.string(), ruleSchema], 'must be the text of an allow rule or a rule');
  // For an object, a union would only report that it is neither.
  const schema = v.tuple(rules.map((rule) => (isRecord(rule) ? ruleSchema : either)));
  const texts = parseInput(v.strictObject({ rules: schema }), { rules }).rules;
  const read = texts.flatMap((rule) => {
    const whole: readonly Rule[] = typeof rule === 'string' ? rulesOfText(rule) : [rule];
    return whole.map((one) => ({ ...one, source: 'what-if', line: null }));
  });
  try {
    compileRules(read);
  } catch (error) {
    throw asWrongField(error, 'invalid_config', 'rules');
  }
  return read;
}

/** A blank text is an invalid rule, not none. */
function rulesOfText(text: string): readonly Rule[] {
  return text.trim() === '' ? [{ tool: 'shell', allow: text }] : rulesOf(text, 'shell', 'allow');
}

/** Rules of which each would allow it, else the widest that would together; in the form that `rules` of a check takes. */
function suggestionsOf({ proposals }: Judgement): Pick<Check, 'suggest' | 'together'> {
  const single = proposals.filter((proposal) => proposal.length === 1).flat();
  if (single.length > 0) return { suggest: single.map(ruleText) };
  const widest = proposals.at(-1) ?? [];
  return { suggest: widest.map(ruleText), ...(widest.length > 1 ? { together: true } : {}) };
}

function showEffect(effect: Effect, node: string | null): unknown {
  if (effect.kind !== 'exec') return effect;
  const { kind, script, argv, shell, env, host } = effect;
  const cwd = node === null ? effect.cwd : showOn(node)(effect.cwd);
  return { kind, ...(argv === null ? { command: script } : { argv }), shell, cwd, env, host };
}

function showPath({ access, action, path, decision, reason }: JudgedPath): unknown {
  const [kind, more] = access === 'tree' ? ['read', { recursive: true }] : [access, {}];
  return { kind, action, path, ...more, decision, reason };
}

/** The effects of a call and what to judge them with: here, or as far as known for a node. */
async function planned(
  input: object,
  tool: Tool<ToolContext>,
  { context, policy }: Pick<Checker, 'context' | 'policy'>,
) {
  const target = targetOf(input, tool, { settings: context.settings, isForwarded: false });
  if (target.node !== null) {
    const { outlineOnNode } = await import('./nodes/plan-on-node.ts');
    return { ...outlineOnNode(target.node, target, { tool, context, policy }), node: target.node };
  }
  // Of a check's fields the system can only refuse the folder, so its failure is invalid input.
  const asWrongFolder = (error: unknown): unknown => asWrongField(error, 'tool_failed', 'cwd');
  const { effects, fault } = await tool.prepare(target.input, context).catch((error: unknown) => {
    throw asWrongFolder(error);
  });
  if (fault?.code === 'tool_failed') throw asWrongFolder(fault);
  return { effects, context, policy, node: null };
}

/** A failure with this code as `invalid_input` for a field; any other unchanged. */
function asWrongField(error: unknown, code: FailureCode, field: string): unknown {
  if (!isFailure(error, code)) return error;
  return new ToolFailure('invalid_input', error.message, { field, problem: error.message });
}

/**
 * What would happen to a command: the shell tool plans it and policy judges the plan as for a call, but nothing runs. A call runs
 * unasked exactly if this says allow. Throws ToolFailure for a check that is not a valid call.
 */
export async function checkPolicy(
  row: unknown,
  { context, policy, loadTool, canAsk }: Checker,
): Promise<Check> {
  const { rules, ...input } = parseInput(rowSchema, row);
  const tool = await loadTool('shell');
  if (tool === null) throw cannot('check', 'a command', 'there is no shell tool', 'one', 'invalid_input');
  const { effects, node, ...judged } = await planned(input, tool, { context, policy });
  const whatIf = { isShown: true, ...(rules === undefined ? {} : { rules: await readRules(rules) }) };
  const judgement = await judged.policy.judge(effects, judged.context, whatIf);
  const isUnasked =
    judgement.decision === 'ask' &&
    !canAsk &&
    (await isSatisfiedUnasked(effects, judged.context, judged.policy));
  const { decision, reason, rule } = judgement;
  const allowed = {
    decision: 'allow' as const,
    reason: 'the allowlist satisfies it and nobody can be asked (approval.fallback)',
  };
  const said = <T extends { decision: Decision; reason: string }>(row: T): T =>
    isUnasked ? { ...row, ...allowed } : row;
  return {
    ...said({ decision, reason }),
    rule,
    commands: judgement.commands.map(said),
    effects: [
      ...effects.map((effect) => showEffect(effect, node)),
      ...judgement.paths.map(said).map(showPath),
    ],
    ...suggestionsOf(judgement),
  };
}
