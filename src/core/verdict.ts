export type Decision = 'allow' | 'ask' | 'deny';

/** The rule a verdict rests on and where a person finds it. */
export interface RuleRef {
  readonly text: string;
  /** The file, or `built-in`, `launch flags`, `call`. */
  readonly source: string;
  readonly line: number | null;
}

/** One understood sub-command of an exec effect. */
export interface CommandVerdict {
  readonly argv: readonly string[];
  /** Real path of the program, null when it is not resolved. */
  readonly program: string | null;
  readonly decision: Decision;
  readonly rule: RuleRef | null;
  readonly reason: string;
}

/** What policy says of one call. */
export interface Verdict {
  readonly decision: Decision;
  /** One sentence a person understands. */
  readonly reason: string;
  readonly rule: RuleRef | null;
  readonly commands: readonly CommandVerdict[];
  /** Up to three rules, narrow to wide, that would allow this. */
  readonly suggest: readonly string[];
}

const severity: Readonly<Record<Decision, number>> = { allow: 0, ask: 1, deny: 2 };

/** The stricter of two decisions: deny > ask > allow. */
export function stricter(a: Decision, b: Decision): Decision {
  return severity[a] >= severity[b] ? a : b;
}
