import { escapeUnseen } from '../core/text/unseen.ts';
import type { Requirements } from './skill.ts';

/** The environment of commands: their variables, and whether they find a program. */
export interface CommandView {
  readonly env: Readonly<Record<string, string>>;
  hasProgram(name: string): boolean;
}

/** What is missing, in words; null if nothing is. An empty variable counts as missing. */
export function missingRequirement(requires: Requirements, view: CommandView): string | null {
  const bins = requires.bins.filter((name) => !view.hasProgram(name));
  const env = requires.env.filter((name) => (view.env[name] ?? '') === '');
  const anyBins = requires.anyBins ?? [];
  const lacksAny = anyBins.length > 0 && !anyBins.some((name) => view.hasProgram(name));
  const parts = [
    ...(bins.length === 0 ? [] : [`programs not found: ${bins.join(', ')}`]),
    ...(lacksAny ? [`none of these programs found: ${anyBins.join(', ')}`] : []),
    ...(env.length === 0 ? [] : [`variables not set for commands: ${env.join(', ')}`]),
  ];
  return parts.length === 0 ? null : escapeUnseen(parts.join('; '));
}
