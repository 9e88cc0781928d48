import type { Settings } from '../config/schema.ts';
import type { MoveEffect } from '../core/effect.ts';
import type { Proposal } from './judge.ts';
import { allowedByFull, askedAlways, modeOf } from './mode.ts';
import { forbiddenByName, ruleOnName } from './named.ts';
import type { CommandRule } from './rules/rule.ts';
import { allow, deny, miss, type Ruling } from './ruling.ts';

/**
 * Rules on a call that chooses another host than the configured one. A move into the sandbox is allowed; any other asks,
 * unless a rule for `host` names the place or `security` is full. A locked `host` cannot be changed.
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

/** Proposes the rule that allows calls to move to that host. */
export function suggestMove({ to }: MoveEffect): Proposal {
  return [{ tool: 'host', allow: to }];
}
