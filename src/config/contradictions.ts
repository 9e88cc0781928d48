import { cannot } from '../core/failure.ts';
import { nearest } from '../core/nearest.ts';
import type { Origin } from './loaded.ts';
import { alternatives } from './option.ts';
import { builtInHosts, type Settings } from './schema.ts';
import { escapeUnseen, shown } from './values.ts';

export interface Merged {
  readonly settings: Settings;
  readonly origins: Readonly<Record<string, Origin>>;
}

/**
 * Settings that agree with each other. A default gives way to what was set, and where an untrusted project file tightened
 * one of two values the other follows. Throws `invalid_config` naming both otherwise.
 */
export function settleContradictions(merged: Merged, isProjectTrusted: boolean): Merged {
  const yields = (key: string, to: string): boolean =>
    originOf(merged, key).layer === 'default' ||
    (originOf(merged, to).layer === 'project' && !isProjectTrusted);
  requireHost(merged);
  return settleAudit(settleTimeouts(merged, yields), yields);
}

type Yields = (key: string, to: string) => boolean;

function settleTimeouts(merged: Merged, yields: Yields): Merged {
  const { settings, origins } = merged;
  const { timeoutSeconds, maxTimeoutSeconds } = settings.shell;
  if (timeoutSeconds <= maxTimeoutSeconds) return merged;
  const [low, high] = ['shell.timeoutSeconds', 'shell.maxTimeoutSeconds'];
  if (!yields(low, high)) {
    throw refusal(merged, low, timeoutSeconds, `at most ${maxTimeoutSeconds}, ${placed(merged, high)}`);
  }
  return {
    settings: { ...settings, shell: { ...settings.shell, timeoutSeconds: maxTimeoutSeconds } },
    origins: { ...origins, [low]: originOf(merged, high) },
  };
}

function settleAudit(merged: Merged, yields: Yields): Merged {
  const { settings, origins } = merged;
  if (settings.audit.enabled || !settings.audit.required) return merged;
  const [enabled, required] = ['audit.enabled', 'audit.required'];
  if (!yields(enabled, required)) {
    throw refusal(merged, enabled, false, `true with ${placed(merged, required)}`);
  }
  return {
    settings: { ...settings, audit: { ...settings.audit, enabled: true } },
    origins: { ...origins, [enabled]: originOf(merged, required) },
  };
}

function requireHost(merged: Merged): void {
  const { host, hosts } = merged.settings;
  const names = [...builtInHosts, ...Object.keys(hosts)];
  if (names.includes(host)) return;
  const meant = nearest(host, names);
  throw refusal(
    merged,
    'host',
    host,
    meant === null ? `${alternatives(names)}, the names in "hosts" included` : `"${meant}"`,
  );
}

function originOf({ origins }: Merged, key: string): Origin {
  return origins[key] ?? { layer: 'default', source: 'built-in', line: null };
}

function placed(merged: Merged, key: string): string {
  const origin = originOf(merged, key);
  return origin.layer === 'default' ? `the default of "${key}"` : `"${key}" of ${placeOf(origin)}`;
}

function placeOf({ source, line }: Origin): string {
  return escapeUnseen(line === null ? source : `${source}:${line}`);
}

function refusal(merged: Merged, key: string, value: unknown, wanted: string) {
  const place = placeOf(originOf(merged, key));
  return cannot('use configuration', place, `"${key}" is ${shown(value)}`, wanted, 'invalid_config');
}
