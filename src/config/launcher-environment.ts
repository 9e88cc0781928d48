import { isAbsolute } from 'node:path';
import { lookedUpName } from '../core/environment.ts';

/** Used without a PATH: shells would search folders of their own, possibly including the working folder. */
const standardPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The environment that this program was started with, as all judging and running uses it. */
export function launcherEnvironment(
  given: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) env[lookedUpName(name, platform)] = value;
  // Without HOME, `~` is the account's folder for all: shells would insert a relative one as text, so drop it.
  if (!isAbsolute(env.HOME ?? '')) delete env.HOME;
  if (platform !== 'win32') env.PATH ??= standardPath;
  return env;
}
