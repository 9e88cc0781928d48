import { isRecord } from '../core/record.ts';
import { askLevels, securityLevels } from './levels.ts';
import type { Tighten } from './option.ts';
import type { Settings } from './schema.ts';
import { asList, isSame } from './values.ts';

/** The value that is as strict as both; `current` if `proposed` may not change it. Both must be valid values of the option. */
export function tightest(tighten: Tighten, current: unknown, proposed: unknown): unknown {
  switch (tighten.by) {
    case 'lower':
      return lowest(current, proposed, tighten.unlimited);
    case 'rank':
      return strictest(tighten.order, current, proposed);
    case 'on':
      return current === true || proposed === true;
    case 'off':
      return current === true && proposed === true;
    case 'append':
      return [...asList(current), ...without(asList(proposed), asList(current))];
    case 'subset':
      return asList(current).filter((element) => includes(asList(proposed), element));
    case 'strict-rules':
      return [...asList(current), ...asList(proposed).filter(isStrictRule)];
    case 'never':
      return current;
  }
}

/** Whether `proposed` allows anything that `current` does not, or changes what may not be changed. */
export function isLooser(tighten: Tighten, proposed: unknown, current: unknown): boolean {
  switch (tighten.by) {
    case 'append':
      return without(asList(current), asList(proposed)).length > 0;
    case 'subset':
      return without(asList(proposed), asList(current)).length > 0;
    case 'strict-rules':
      return !asList(proposed).every(isStrictRule);
    default:
      return !isSame(tightest(tighten, current, proposed), proposed);
  }
}

/** Whether a rule asks or denies, so that adding it loosens nothing. */
export function isStrictRule(rule: unknown): boolean {
  return isRecord(rule) && rule.allow === undefined;
}

/** Settings that a call asks for; they may only tighten. */
export interface CallLimits {
  readonly security?: Settings['approval']['security'] | undefined;
  readonly ask?: Settings['approval']['ask'] | undefined;
  readonly maxOutputChars?: number | undefined;
}

/** The settings of one call: each parameter applies if it tightens; otherwise it changes nothing. */
export function tightenSettings(settings: Settings, { security, ask, maxOutputChars }: CallLimits): Settings {
  if (security === undefined && ask === undefined && maxOutputChars === undefined) return settings;
  const { approval, caps } = settings;
  return {
    ...settings,
    approval: {
      ...approval,
      security: strictest(securityLevels, approval.security, security ?? approval.security),
      ask: strictest(askLevels, approval.ask, ask ?? approval.ask),
    },
    caps: { ...caps, outputChars: Math.min(caps.outputChars, maxOutputChars ?? caps.outputChars) },
  };
}

/** The one that comes first in an order from strict to loose. */
function strictest<T>(order: readonly unknown[], a: T, b: T): T {
  return order.indexOf(a) <= order.indexOf(b) ? a : b;
}

function lowest(current: unknown, proposed: unknown, unlimited: number | undefined): unknown {
  const limit = (value: unknown) => (value === unlimited ? Number.POSITIVE_INFINITY : Number(value));
  return limit(proposed) < limit(current) ? proposed : current;
}

function includes(list: readonly unknown[], value: unknown): boolean {
  return list.some((element) => isSame(element, value));
}

function without(list: readonly unknown[], removed: readonly unknown[]): readonly unknown[] {
  return list.filter((element) => !includes(removed, element));
}
