import type { ToolContext } from '../../tools/tool-context.ts';

const security = {
  deny: 'nothing runs',
  allowlist: 'what rules and read-only profiles allow runs at once',
  full: 'everything runs but what deny rules and the guard refuse',
} as const;

const ask = {
  always: 'everything is asked about',
  'on-miss': 'a person is asked about the rest',
  off: 'the rest is refused',
} as const;

/** What applies to every tool: workspace, policy and limits. */
export function instructionsFor({ workspace, settings, machine }: ToolContext): string {
  const { approval, caps } = settings;
  const nodes = Object.keys(settings.hosts);
  const others = workspace.roots.filter((root) => root !== workspace.cwd);
  const rest = approval.security === 'allowlist' || approval.ask === 'always' ? `; ${ask[approval.ask]}` : '';
  return [
    `Tools for the machine (${machine.os} ${machine.arch}) and its folder ${workspace.cwd}.`,
    `Paths are relative to that folder; one outside it must be absolute.${others.length === 0 ? '' : ` Also inside: ${others.join(', ')}.`}`,
    `Policy (security ${approval.security}, ask ${approval.ask}): ${security[approval.security]}${rest}. A refusal names its reason: do not try to get around it.`,
    ...(nodes.length === 0 ? [] : [`Calls run on host "${settings.host}"; nodes: ${nodes.join(', ')}.`]),
    `Results keep the head and tail of up to ${caps.outputChars} characters or ${caps.outputLines} lines and name the file with the rest.`,
  ].join('\n');
}
