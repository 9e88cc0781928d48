import { runMarker, serverMarker } from '../core/environment.ts';

/** An environment; unset variables are undefined. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Prefix of all variables for options. */
export const variablePrefix = 'AGENT_TOOLS_';

/** Names a config file; read where the files are located. */
export const configVariable = 'AGENT_TOOLS_CONFIG';

const reserved: ReadonlySet<string> = new Set([configVariable, runMarker, serverMarker]);

/** Names of the variables in an environment that set options. */
export function settingVariables(env: Environment): readonly string[] {
  const names: string[] = [];
  for (const name in env) {
    if (!name.startsWith(variablePrefix) || reserved.has(name) || name.startsWith(`${variablePrefix}_`))
      continue;
    if (env[name] !== undefined) names.push(name);
  }
  return names;
}

/** Whether this process was started by a command that agent-tools runs. */
export function isInsideRun(env: Environment): boolean {
  return (env[runMarker] ?? '') !== '';
}
