import { askLevels, securityLevels } from '../config/levels.ts';
import type { Settings } from '../config/schema.ts';
import { tightenSettings } from '../config/tighten.ts';
import { isRecord } from '../core/record.ts';

/** The settings of one call: its `security`, `ask` and `maxOutputChars` apply as far as they harden. Wrong values are the schema's to refuse. */
export function settingsForCall(settings: Settings, input: unknown): Settings {
  if (!isRecord(input)) return settings;
  const { security, ask, maxOutputChars: most } = input;
  return tightenSettings(settings, {
    security: securityLevels.find((level) => level === security),
    ask: askLevels.find((level) => level === ask),
    maxOutputChars: typeof most === 'number' && most >= 1 ? most : undefined,
  });
}
