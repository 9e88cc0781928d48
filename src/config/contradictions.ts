import { cannot, type ToolFailure } from '../core/failure.ts';
import { builtInHosts } from '../core/host.ts';
import { nearest } from '../core/names/nearest.ts';
import { isRecord } from '../core/record.ts';
import { sourcePlace } from '../core/source-place.ts';
import { escapeUnseen } from '../core/text/unseen.ts';
import type { Layering } from './layering.ts';
import type { Origin } from './loaded.ts';
import { alternatives } from './option.ts';
import { shown } from './values.ts';

/** Two options of which one limits the other. */
interface Bound {
  /** The option that gives way if it may. */
  readonly key: string;
  readonly by: string;
  isKept(value: unknown, bound: unknown): boolean;
  /** The value that the key then gets. */
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

/** Makes settings consistent: a default gives way to a set value. Otherwise throws `invalid_config` naming both sides. */
export function refuseContradictions(layering: Layering): void {
  requireHost(layering);
  settle(layering, (key) => layering.originOf(key).layer === 'default');
}

/** Makes settings consistent after an untrusted project file tightened some: the limited option gives way, so nothing throws. */
export function settleContradictions(layering: Layering): void {
  settle(layering, () => true);
}

function settle(layering: Layering, yields: (key: string) => boolean): void {
  for (const { key, by, isKept, settled, wanted } of bounds) {
    const [value, bound] = [layering.valueOf(key), layering.valueOf(by)];
    if (isKept(value, bound)) continue;
    const origin = layering.originOf(by);
    if (!yields(key)) throw refusal(layering, key, `${wanted(bound)} with ${placed(by, origin)}`);
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
  return origin.layer === 'default'
    ? `the default of "${key}"`
    : `"${key}" of ${escapeUnseen(sourcePlace(origin))}`;
}

function refusal(layering: Layering, key: string, wanted: string): ToolFailure {
  const place = escapeUnseen(sourcePlace(layering.originOf(key)));
  const state = `"${key}" is ${shown(layering.valueOf(key))}`;
  return cannot('use configuration', place, state, wanted, 'invalid_config');
}
