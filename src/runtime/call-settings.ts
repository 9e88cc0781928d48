import type { Settings } from '../config/schema.ts';
import { tightenSettings } from '../config/tighten.ts';
import { isRecord } from '../core/record.ts';

/** The settings of one call: its `security`, `ask` and `maxOutputChars` apply as far as they harden. Wrong values are the schema's to refuse. */
export function settingsForCall(settings: Settings, input: unknown): Settings {
  if (!isRecord(input)) return settings;
  const { security, ask, maxOutputChars: most } = input;
  return tightenSettings(settings, {
    ...(security === 'deny' || security === 'allowlist' || security === 'full' ? { security } : {}),
    ...(ask === 'off' || ask === 'on-miss' || ask === 'always' ? { ask } : {}),
    ...(typeof most === 'number' && most >= 1 ? { maxOutputChars: most } : {}),
  });
}
