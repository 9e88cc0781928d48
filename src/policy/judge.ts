import type { Settings } from '../config/schema.ts';
import type { Workspace } from '../core/context.ts';
import type { Effect } from '../core/effect.ts';
import type { Facts } from '../core/ports.ts';
import type { CommandVerdict, Decision, Verdict } from '../core/verdict.ts';
import { isQuick, judgeQuickly, refuseAll } from './quick.ts';
import type { SourcedRule } from './rules/rule.ts';

/** Everything a judgement rests on. */
export interface PolicyInput {
  readonly effects: readonly Effect[];
  /** Merged: locks, the project file and the call have tightened them already. */
  readonly settings: Settings;
  /** Config rules, learned rules, what-if rules. Pass the same array again to have it compiled once. */
  readonly rules: readonly SourcedRule[];
  readonly workspace: Workspace;
  /** Absolute paths closed to every tool: config files, approvals, audit, the state folder, our own binary. */
  readonly protectedPaths: readonly string[];
  readonly facts: Facts;
  /** Sessions that a person allowed to be typed into. */
  readonly allowedInput?: ReadonlySet<string>;
  /** Whether the effect's host is a complete sandbox, for `sandbox.autoAllow`. */
  readonly isSandboxed?: boolean;
  /** Whether the answer is shown, so that it has to name each command and not the decision alone. */
  readonly isShown?: boolean;
}

/** A path that was judged on the way. */
export interface JudgedPath {
  readonly access: 'read' | 'list' | 'tree' | 'write';
  /** What it is judged as: an edit outside the workspace is another thing than one inside. */
  readonly action: 'read' | 'edit' | 'edit_outside';
  readonly path: string;
  readonly decision: Decision;
  readonly reason: string;
}

/** Rules that together would allow a call. */
export type Proposal = readonly { readonly tool: string; readonly allow: string }[];

/** A verdict with what approvals, `policy check` and the executor need besides. */
export interface Judgement extends Verdict {
  readonly commands: readonly CommandVerdict[];
  readonly paths: readonly JudgedPath[];
  /** Narrow to wide; the texts of `suggest` are those of the first proposal that needs one rule, or of one that needs several. */
  readonly proposals: readonly Proposal[];
  /** The session whose input is asked about, when one yes may cover all that is typed into it; null otherwise. */
  readonly inputSession: string | null;
  /** Why a command could not be taken apart; such a call is never remembered. */
  readonly opaque: string | null;
  /** Variables the executor must set so that what was judged harmless is: git runs no program of a repository's choice. */
  readonly environment: Readonly<Record<string, string>>;
  /** Real paths of files whose content decides what is asked about, as scripts that interpreters are given, for binding an answer to it. */
  readonly scripts: readonly string[];
}

let engine: ((input: PolicyInput) => Promise<Judgement>) | null = null;

/**
 * Judges all effects of one call: allow, ask or deny, by the table of SECURITY.md. What becomes of `ask` when nobody can be
 * asked is the runtime's concern. Throws `invalid_config` for rules that cannot be used.
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
