import { onOneLine } from '../core/text/one-line.ts';
import { type Decision, type RuleRef, stricter } from '../core/verdict.ts';

/** A decision about one thing, with its reason. */
export interface Ruling {
  readonly decision: Decision;
  /** A single line: no name in it can pass for another line. */
  readonly reason: string;
  readonly rule: RuleRef | null;
  /** Whether it asks only because no rule allows it, so that a new rule could. */
  readonly isOpen?: boolean;
}

/** Refers to a rule that is built into the program. */
export function builtIn(text: string): RuleRef {
  return { text, source: 'built-in', line: null };
}

export function allow(reason: string, rule: RuleRef | null = null): Ruling {
  return { decision: 'allow', reason, rule };
}

export function ask(reason: string, rule: RuleRef | null = null): Ruling {
  return { decision: 'ask', reason: onOneLine(reason), rule };
}

/** Asks because no rule allows it. */
export function miss(reason: string): Ruling {
  return { ...ask(reason), isOpen: true };
}

export function deny(reason: string, rule: RuleRef | null = null): Ruling {
  return { decision: 'deny', reason: onOneLine(reason), rule };
}

/** The ruling on a call without effects. */
export const nothing: Ruling = allow('nothing happens');

/** The ruling on stopping a session, in every mode. */
export const stopping: Ruling = allow('a session of its own may be stopped');

/** The strictest ruling, and the first of equal ones, so that the reason shown is the first that a reader meets; `none` without any. */
export function strictest(rulings: readonly Ruling[], none: Ruling): Ruling {
  let worst: Ruling | null = null;
  for (const ruling of rulings) {
    if (worst === null || stricter(worst.decision, ruling.decision) !== worst.decision) worst = ruling;
  }
  return worst ?? none;
}
