import type { Workspace } from '../../core/context.ts';
import { allowsProgram, type Program } from '../commands/program.ts';
import { type Vetoes, vetoesOf } from '../programs/vetoes.ts';
import type { Arg, Step } from '../shell/arg.ts';
import { type Candidate, matchArguments, type PatternWord } from './pattern.ts';
import type { CommandRule } from './rule.ts';

/** An allow rule that holds for a step, and which arguments it spells out. */
export interface Allowance {
  readonly rule: CommandRule;
  readonly spelled: readonly boolean[];
}

/** What the allow rules say of a step. */
export interface RuleAnswer {
  readonly allowance: Allowance | null;
  /** Why a rule that matches does not hold, for the reason shown. */
  readonly refusal: string | null;
}

/** The words of a step a rule is matched against; null for one that is computed, which no rule can have meant. */
function wordsOf(step: Step): readonly Candidate[] {
  return step.args.map((arg) =>
    arg.kind === 'unknown' ? null : arg.kind === 'glob' ? arg.literal : arg.text,
  );
}

/** A word with a number in the place of what is computed; undefined where that may be nothing, or below zero. */
function sampleOf({ samples }: Extract<Arg, { kind: 'unknown' }>): string | undefined {
  return samples?.length === 1 ? samples[0] : undefined;
}

/** The arguments of a step with a number in the place of one that is computed; null where more is computed than numbers. */
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
  /** Why a rule with this first word does not mean the program, though it has its name; null where it has not. */
  unmet(first: PatternWord): string | null;
}

/** Finds an allow rule for a step: the program it means, every word matched, every veto spelled out. */
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
