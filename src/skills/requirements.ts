import type { Settings } from '../config/schema.ts';
import { escapeUnseen } from '../config/values.ts';
import { isCoreName, isRemovedName, isSecretName } from '../core/environment.ts';
import type { Requirements } from './skill.ts';

/** What commands will have: their variables, and whether they find a program. */
export interface CommandView {
  readonly env: Readonly<Record<string, string>>;
  hasProgram(name: string): boolean;
}

/** The variables a command gets of the launcher's, by SECURITY.md "Environment of children", without those of one call. */
export function commandVariables(
  inherited: Readonly<Record<string, string>>,
  { shell, approval }: Pick<Settings, 'shell' | 'approval'>,
): Readonly<Record<string, string>> {
  const { inherit, pass, set, pathPrepend, pathAppend } = shell.env;
  const isPassed = ([name]: readonly [string, string]): boolean => {
    if (inherit === 'none') return false;
    if (pass.includes(name)) return true;
    return (inherit === 'all' || isCoreName(name)) && (approval.security === 'full' || !isSecretName(name));
  };
  const env: Record<string, string> = {
    ...Object.fromEntries(Object.entries(inherited).filter(isPassed)),
    ...set,
  };
  const path = [...pathPrepend, ...(env.PATH ? [env.PATH] : []), ...pathAppend];
  if (path.length > 0) env.PATH = path.join(process.platform === 'win32' ? ';' : ':');
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isRemovedName(name)));
}

/** What is missing, in words; null when everything is there. An empty variable is missing. */
export function missingRequirement(requires: Requirements, view: CommandView): string | null {
  const bins = requires.bins.filter((name) => !view.hasProgram(name));
  const env = requires.env.filter((name) => (view.env[name] ?? '') === '');
  const parts = [
    ...(bins.length === 0 ? [] : [`programs not found: ${bins.join(', ')}`]),
    ...(env.length === 0 ? [] : [`variables not set for commands: ${env.join(', ')}`]),
  ];
  return parts.length === 0 ? null : escapeUnseen(parts.join('; '));
}
