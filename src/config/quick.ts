import { generated } from '../core/generated.ts';
import { isBuiltInHost } from '../core/host.ts';
import defaults from './defaults.generated.json' with { type: 'json' };
import type { ConfigFlags } from './flags.ts';
import { askLevels, securityLevels } from './levels.ts';
import type { Settings } from './schema.ts';
import { type Environment, isInsideRun, settingVariables } from './variables.ts';

/**
 * The settings when there are only flags, no file and no variable: the generated defaults, without building the schema, which costs
 * more than a millisecond. Null if anything needs validation, a notice or an error.
 */
export function quickSettings(env: Environment, flags: ConfigFlags): Settings | null {
  if (settingVariables(env).length > 0 || isInsideRun(env)) return null;
  const settings = generated<Settings>(defaults);
  const { approval } = settings;
  const { yolo, security = yolo ? 'full' : approval.security, ask = yolo ? 'off' : approval.ask } = flags;
  if (yolo && (security !== 'full' || ask !== 'off')) return null;
  const knownSecurity = securityLevels.find((level) => level === security);
  const knownAsk = askLevels.find((level) => level === ask);
  const { host = settings.host } = flags;
  if (knownSecurity === undefined || knownAsk === undefined || !isBuiltInHost(host)) return null;
  return { ...settings, host, approval: { ...approval, security: knownSecurity, ask: knownAsk } };
}
