import type { Settings } from '../config/schema.ts';
import { tightenSettings } from '../config/tighten.ts';

/** The settings of one call: its `security` and `ask` apply as far as they harden. Wrong values are the schema's to refuse. */
export function settingsForCall(settings: Settings, input: unknown): Settings {
  if (typeof input !== 'object' || input === null) return settings;
  const { security, ask }: { security?: unknown; ask?: unknown } = input;
  return tightenSettings(settings, {
    ...(security === 'deny' || security === 'allowlist' || security === 'full' ? { security } : {}),
    ...(ask === 'off' || ask === 'on-miss' || ask === 'always' ? { ask } : {}),
  });
}
