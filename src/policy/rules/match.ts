import type { Workspace } from '../../core/context.ts';
import { allowsProgram, type Program } from '../commands/program.ts';
import { type Vetoes, vetoesOf } from '../programs/vetoes.ts';
import type { Arg, Step } from '../shell/arg.ts';
import { matchArguments, type PatternWord, type Words } from './pattern.ts';
import type { CommandRule } from './rule.ts';

/** An allow rule that matches a step, and which arguments it spells out. */
export interface Allowance {
  readonly rule: CommandRule;
  readonly spelled: readonly boolean[];
}

/** The answer of the allow rules for a step. */
export interface RuleAnswer {
  readonly allowance: Allowance | null;
  /** Why a rule with a matching pattern does not apply, to be shown as the reason. */
  readonly refusal: string | null;
}

/** The words of a step that rules are matched against; null for a computed word, which no rule can have meant. */
function wordsOf(step: Step): Words {
  return step.args.map((arg) =>
    arg.kind === 'unknown' ? null : arg.kind === 'glob' ? arg.literal : arg.text,
  );
}

/** The sample number for a computed word; undefined if its value may be empty or negative. */
function sampleOf({ samples }: Extract<Arg, { kind: 'unknown' }>): string | undefined {
  return samples?.length === 1 ? samples[0] : undefined;
}

/** The arguments of a step with sample numbers for computed ones; null if other things than numbers are computed. */
function sampledArguments({ args }: Step): readonly string[] | null {
  const words = args
    .slice(1)
    .map((arg) => (arg.kind === 'unknown' ? sampleOf(arg) : arg.kind === 'glob' ? arg.literal : arg.text));
  return words.every((word) => word !== undefined) ? words : null;
}

interface RuleRequest {
  readonly rules: readonly CommandRule[];
  readonly workspace: Workspace;
  readonly isProven: boolean;
  /** Why a rule with this first word does not mean the program although the name is equal; null if it is not equal. */
  unmet(first: PatternWord): string | null;
}

/** Finds the allow rule for a step: it means the program, matches every word and spells out every word that has to be. */
export function findAllowance(step: Step, program: Program, at: RuleRequest): RuleAnswer {
  const words = wordsOf(step).slice(1);
  const args = sampledArguments(step);
  let vetoes: Vetoes | null = null;
  let refusal: string | null = null;
  for (const rule of at.rules) {
    const first = rule.pattern.words[0];
    if (rule.decision !== 'allow' || first === undefined) continue;
    const spelled = matchArguments(rule.pattern, words);
    if (spelled === null) continue;
    if (!allowsProgram(first, program, at.workspace)) {
      refusal ??= at.unmet(first);
      continue;
    }
    if (args === null) {
      refusal ??= 'what a variable or substitution among its words holds is known only when it runs';
      continue;
    }
    vetoes ??= vetoesOf(program.base, args, step.piped);
    if (vetoes.never !== null) refusal ??= vetoes.never;
    else if (program.builtin && !at.isProven && !spelled.every((literal) => literal)) {
      refusal ??= 'a builtin is allowed only in the forms that are understood, or word by word';
    } else if ([...vetoes.words].some((index) => index < args.length && spelled[index] !== true)) {
      refusal ??= 'some of its words choose or carry a program, and the rule does not spell them out';
    } else return { allowance: { rule, spelled }, refusal: null };
  }
  return { allowance: null, refusal };
}
