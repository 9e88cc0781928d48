import type { Settings } from '../config/schema.ts';
import type { MoveEffect } from '../core/effect.ts';
import type { Proposal } from './judge.ts';
import { allowedByFull, askedAlways, modeOf } from './mode.ts';
import { forbiddenByName, ruleOnName } from './named.ts';
import type { CommandRule } from './rules/rule.ts';
import { allow, deny, miss, type Ruling } from './ruling.ts';

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
  const isHardening = from === 'local' && to === 'sandbox';
  if (!isHardening && settings.locked.includes('host'))
    return deny(`"host" is locked, so that calls run on "${from}" and nowhere else`);
  const forbidden = forbiddenByName('host', to, { rules, mode });
  if (forbidden !== null) return forbidden;
  if (isHardening) return allow('a call may move itself into the sandbox');
  if (mode.always) return askedAlways('Moving a call to another host');
  if (mode.security === 'full') return allowedByFull;
  const allowed = ruleOnName(rules, to, 'allow');
  if (allowed !== undefined) return allow('a rule allows this host', allowed.ref);
  return miss(
    `The call moves itself from "${from}" to "${to}", which is asked unless a rule for host allows it`,
  );
}

/** The rule that would let calls move there. */
export function suggestMove({ to }: MoveEffect): Proposal {
  return [{ tool: 'host', allow: to }];
}
