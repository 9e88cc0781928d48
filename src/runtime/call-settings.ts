import type { Settings } from '../config/schema.ts';
import { tightenSettings } from '../config/tighten.ts';

/** The settings of one call: its `security`, `ask` and `maxOutputChars` apply as far as they harden. Wrong values are the schema's to refuse. */
export function settingsForCall(settings: Settings, input: unknown): Settings {
  if (typeof input !== 'object' || input === null) return settings;
  const {
    security,
    ask,
    maxOutputChars: most,
  }: { security?: unknown; ask?: unknown; maxOutputChars?: unknown } = input;
  return tightenSettings(settings, {
    ...(security === 'deny' || security === 'allowlist' || security === 'full' ? { security } : {}),
    ...(ask === 'off' || ask === 'on-miss' || ask === 'always' ? { ask } : {}),
    ...(typeof most === 'number' && most >= 1 ? { maxOutputChars: most } : {}),
  });
}
