import type { Settings } from '../config/schema.ts';
import type { ExecEffect } from '../core/effect.ts';
import { isRemovedName } from '../core/environment.ts';
import { classifyVariable } from './commands/variable-names.ts';
import { ask, builtIn, deny, type Ruling } from './ruling.ts';

/** Rules on `elevated`: denies, by name, if a gate is off; asks if both are on, unless `elevated.mode` is full; null if not elevated. */
export function elevatedRuling(effect: ExecEffect, settings: Settings): Ruling | null {
  if (!effect.elevated) return null;
  const closed = (['enabled', 'allowed'] as const).filter((gate) => !settings.elevated[gate]);
  if (closed.length > 0) {
    const gates = closed.map((gate) => `elevated.${gate}`).join(' and ');
    return deny(`Running elevated is closed: ${gates} ${closed.length > 1 ? 'are' : 'is'} off`);
  }
  return settings.elevated.mode === 'full'
    ? null
    : ask('running elevated is always asked (elevated.mode is ask)');
}

/** Denies or asks about variables that a call may not set; under `full` only those that no command ever gets. */
export function environmentRulings(effect: ExecEffect, full: boolean): readonly Ruling[] {
  return Object.entries(effect.env).flatMap(([name, value]): Ruling[] => {
    const kind = full ? (isRemovedName(name) ? 'forbidden' : 'plain') : classifyVariable(name, value);
    if (kind === 'plain') return [];
    const reason = `the variable ${name} can change which code runs or whom it trusts`;
    return [
      kind === 'forbidden' ? deny(reason, builtIn('environment')) : ask(reason, builtIn('environment')),
    ];
  });
}
