export type Decision = 'allow' | 'ask' | 'deny';

/** The rule that a verdict rests on, and where to find it. */
export interface RuleRef {
  readonly text: string;
  /** The file, or `built-in`, `launch flags`, `call`. */
  readonly source: string;
  readonly line: number | null;
}

/** One recognised sub-command of an exec effect. */
export interface CommandVerdict {
  readonly argv: readonly string[];
  /** Real path of the program; null if it is not resolved. */
  readonly program: string | null;
  readonly decision: Decision;
  readonly rule: RuleRef | null;
  readonly reason: string;
}

/** The decision of policy on one call. */
export interface Verdict {
  readonly decision: Decision;
  /** One sentence for a person. */
  readonly reason: string;
  readonly rule: RuleRef | null;
  readonly commands: readonly CommandVerdict[];
  /** Up to three rules, narrow to wide, that would allow the call. */
  readonly suggest: readonly string[];
}

const severity: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

/** The stricter of two decisions: deny > ask > allow. */
export function stricter(a: Decision, b: Decision): Decision {
  return severity[a] >= severity[b] ? a : b;
}
