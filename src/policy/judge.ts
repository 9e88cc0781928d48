import type { Settings } from '../config/schema.ts';
import type { Workspace } from '../core/context.ts';
import type { Effect, TypedSession } from '../core/effect.ts';
import type { Facts } from '../core/ports.ts';
import type { CommandVerdict, Decision, Verdict } from '../core/verdict.ts';
import { isQuick, judgeQuickly, refuseAll } from './quick.ts';
import type { SourcedRule } from './rules/rule.ts';

/** Everything that a judgement depends on. */
export interface PolicyInput {
  readonly effects: readonly Effect[];
  /** Merged: already tightened by locks, the project file and the call. */
  readonly settings: Settings;
  /** Config rules, learned rules, what-if rules. Pass the same array again to have it compiled once. */
  readonly rules: readonly SourcedRule[];
  readonly workspace: Workspace;
  /** Absolute paths closed to every tool: config files, approvals, audit, the state folder, our own binary. */
  readonly protectedPaths: readonly string[];
  readonly facts: Facts;
  /** Sessions that a person has approved for any input. */
  readonly allowedInput?: ReadonlySet<string>;
  /** Whether the host of the effects is a complete sandbox, for `sandbox.autoAllow`. */
  readonly isSandboxed?: boolean;
  /** Whether the answer is displayed, so that it must list each command and not only the decision. */
  readonly isShown?: boolean;
}

/** A path that was judged as part of a call. */
export interface JudgedPath {
  readonly access: 'read' | 'list' | 'tree' | 'write';
  /** An edit outside the workspace is an action of its own. */
  readonly action: 'read' | 'edit' | 'edit_outside';
  readonly path: string;
  readonly decision: Decision;
  readonly reason: string;
}

/** Rules that together would allow a call. */
export type Proposal = readonly { readonly tool: string; readonly allow: string }[];

/** A verdict with what approvals, `policy check` and the executor also need. */
export interface Judgement extends Verdict {
  readonly commands: readonly CommandVerdict[];
  readonly paths: readonly JudgedPath[];
  /** Narrow to wide; the texts of `suggest` are those of the first proposal that needs one rule, or of one that needs several. */
  readonly proposals: readonly Proposal[];
  /** The session whose input is asked about, if one yes may cover all further input; null otherwise. */
  readonly inputSession: TypedSession | null;
  /** Why a command could not be analysed, null if all were; such a call is never remembered. */
  readonly opaque: string | null;
  /** Variables that the executor must set for the judgement to hold: they keep git from running programs that a repository chooses. */
  readonly environment: Readonly<Record<string, string>>;
  /** Real paths of files whose content an approval depends on, such as scripts given to interpreters; an answer is bound to the content. */
  readonly scripts: readonly string[];
}

let engine: ((input: PolicyInput) => Promise<Judgement>) | null = null;

/**
 * Judges all effects of one call: allow, ask or deny, by the table of SECURITY.md. What `ask` leads to if nobody can be asked
 * is decided by the runtime. Throws `invalid_config` for rules that are not valid.
 */
export async function judgeEffects(input: PolicyInput): Promise<Judgement> {
  if (input.settings.approval.security === 'deny') return refuseAll(input.effects);
  if (isQuick(input)) {
    const quick = await judgeQuickly(input);
    if (quick.decision === 'allow') return quick;
  }
  engine ??= (await import('./evaluate.ts')).evaluate;
  return engine(input);
}
