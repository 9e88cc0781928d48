import { cannot, type ToolFailure } from '../core/failure.ts';
import { nearest } from '../core/nearest.ts';
import type { Layering } from './layering.ts';
import type { Origin } from './loaded.ts';
import { alternatives } from './option.ts';
import { builtInHosts } from './schema.ts';
import { escapeUnseen, isRecord, shown } from './values.ts';

/** Two options of which one bounds the other. */
interface Bound {
  /** The one that gives way where it may. */
  readonly key: string;
  readonly by: string;
  isKept(value: unknown, bound: unknown): boolean;
  /** What the key must be then. */
  settled(bound: unknown): unknown;
  wanted(bound: unknown): string;
}

const bounds: readonly Bound[] = [
  {
    key: 'shell.timeoutSeconds',
    by: 'shell.maxTimeoutSeconds',
    isKept: (value, bound) => Number(value) <= Number(bound),
    settled: (bound) => bound,
    wanted: (bound) => `at most ${shown(bound)}`,
  },
  {
    key: 'audit.enabled',
    by: 'audit.required',
    isKept: (value, bound) => value === true || bound !== true,
    settled: () => true,
    wanted: () => 'true',
  },
];

/**
 * Makes settings agree with each other. A default gives way to what was set, and where an untrusted project file tightened
 * one of two options the other follows. Throws `invalid_config` naming both otherwise.
 */
export function settleContradictions(layering: Layering, isProjectTrusted: boolean): void {
  requireHost(layering);
  for (const { key, by, isKept, settled, wanted } of bounds) {
    const [value, bound] = [layering.valueOf(key), layering.valueOf(by)];
    if (isKept(value, bound)) continue;
    const origin = layering.originOf(by);
    const yields =
      layering.originOf(key).layer === 'default' || (origin.layer === 'project' && !isProjectTrusted);
    if (!yields) throw refusal(layering, key, `${wanted(bound)} with ${placed(by, origin)}`);
    layering.settle(key, settled(bound), origin);
  }
}

function requireHost(layering: Layering): void {
  const [host, hosts] = [String(layering.valueOf('host')), layering.valueOf('hosts')];
  const names = [...builtInHosts, ...Object.keys(isRecord(hosts) ? hosts : {})];
  if (names.includes(host)) return;
  const meant = nearest(host, names);
  throw refusal(
    layering,
    'host',
    meant === null ? `${alternatives(names)}, or a name in "hosts"` : `"${meant}"`,
  );
}

function placed(key: string, origin: Origin): string {
  return origin.layer === 'default' ? `the default of "${key}"` : `"${key}" of ${placeOf(origin)}`;
}

function placeOf({ source, line }: Origin): string {
  return escapeUnseen(line === null ? source : `${source}:${line}`);
}

function refusal(layering: Layering, key: string, wanted: string): ToolFailure {
  const place = placeOf(layering.originOf(key));
  const state = `"${key}" is ${shown(layering.valueOf(key))}`;
  return cannot('use configuration', place, state, wanted, 'invalid_config');
}
