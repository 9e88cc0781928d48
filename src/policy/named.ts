import type { Decision } from '../core/verdict.ts';
import { asksNobody, type Mode } from './mode.ts';
import { matchesWord } from './rules/pattern.ts';
import type { CommandRule } from './rules/rule.ts';
import { ask, deny, type Ruling } from './ruling.ts';

/** The first rule with this decision whose pattern is the name or matches it. */
export function ruleOnName(
  rules: readonly CommandRule[],
  name: string,
  decision: Decision,
): CommandRule | undefined {
  return rules.find(({ decision: own, pattern }) => {
    const [word] = pattern.words;
    return own === decision && word !== undefined && matchesWord(word, name);
  });
}

/** The ruling of a denying or asking rule on a name of the kind `what`; null if there is none. */
export function forbiddenByName(
  what: string,
  name: string,
  { rules, mode }: { readonly rules: readonly CommandRule[]; readonly mode: Mode },
): Ruling | null {
  const denied = ruleOnName(rules, name, 'deny');
  if (denied !== undefined) return deny(denied.reason ?? `a rule denies the ${what} "${name}"`, denied.ref);
  const asked = asksNobody(mode) ? undefined : ruleOnName(rules, name, 'ask');
  if (asked === undefined) return null;
  return ask(asked.reason ?? `a rule asks about the ${what} "${name}"`, asked.ref);
}
