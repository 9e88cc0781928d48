import { askLevels, securityLevels } from '../config/levels.ts';
import type { Settings } from '../config/schema.ts';
import { tightenSettings } from '../config/tighten.ts';
import { addNotices, type Outcome } from '../core/outcome.ts';
import { isRecord } from '../core/record.ts';

/** The settings of one call: its `security`, `ask` and `maxOutputChars` apply only where stricter. Invalid values are ignored here. */
export function settingsForCall(settings: Settings, input: unknown): Settings {
  if (!isRecord(input)) return settings;
  const { security, ask, maxOutputChars: most } = input;
  return tightenSettings(settings, {
    security: securityLevels.find((level) => level === security),
    ask: askLevels.find((level) => level === ask),
    maxOutputChars: typeof most === 'number' && most >= 1 ? most : undefined,
  });
}

/** Adds a notice if the call asked for a higher output cap than allowed. */
export function withCapNotice(outcome: Outcome, { caps }: Settings, input: unknown): Outcome {
  const most = isRecord(input) ? input.maxOutputChars : undefined;
  if (typeof most !== 'number' || most <= caps.outputChars) return outcome;
  return addNotices(outcome, [
    `maxOutputChars may only lower caps.outputChars, which is ${caps.outputChars}.`,
  ]);
}
