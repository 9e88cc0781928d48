import type { Settings } from '../config/schema.ts';
import type { MoveEffect } from '../core/effect.ts';
import type { Proposal } from './judge.ts';
import { askedAlways, modeOf, refusedByMode } from './mode.ts';
import { matchesWord } from './rules/pattern.ts';
import type { CommandRule } from './rules/rule.ts';
import { allow, ask, deny, miss, type Ruling } from './ruling.ts';

/**
 * A call that goes elsewhere than where the configuration has calls run: into the sandbox it may move itself, anywhere else
 * asks unless a rule for `host` names the place or `security` is full. A locked `host` stays what it is.
 */
export function moveRuling(
  { from, to }: MoveEffect,
  settings: Settings,
  rules: readonly CommandRule[],
): Ruling {
  const mode = modeOf(settings);
  if (mode.security === 'deny') return refusedByMode;
  const isHardening = from === 'local' && to === 'sandbox';
  if (!isHardening && settings.locked.includes('host'))
    return deny(`"host" is locked, so that calls run on "${from}" and nowhere else`);
  const ruleOf = (decision: CommandRule['decision']) =>
    rules.find(({ decision: own, pattern }) => {
      const [name] = pattern.words;
      return own === decision && name !== undefined && matchesWord(name, to);
    });
  const denied = ruleOf('deny');
  if (denied !== undefined) return deny(denied.reason ?? `a rule denies the host "${to}"`, denied.ref);
  const asked = ruleOf('ask');
  if (asked !== undefined && !(mode.security === 'full' && mode.silent))
    return ask(asked.reason ?? `a rule asks about the host "${to}"`, asked.ref);
  if (isHardening) return allow('a call may move itself into the sandbox');
  if (mode.always) return askedAlways('Moving a call to another host');
  if (mode.security === 'full') return allow('approval.security is full');
  const allowed = ruleOf('allow');
  if (allowed !== undefined) return allow('a rule allows this host', allowed.ref);
  return miss(
    `The call moves itself from "${from}" to "${to}", which is asked unless a rule for host allows it`,
  );
}

/** The rule that would let calls move there. */
export function suggestMove({ to }: MoveEffect): Proposal {
  return [{ tool: 'host', allow: to }];
}
