import type { Settings } from '../../config/schema.ts';
import type { ToolContext } from '../../tools/tool-context.ts';

/** What runs at once, what is asked about and what is refused. */
function policyIn({ security, ask }: Settings['approval']): string {
  if (security === 'deny') return 'nothing runs';
  if (ask === 'always')
    return 'a person is asked about every command, edit and input to a session, and about reading outside that folder; reading in it runs at once';
  if (security === 'full') return 'everything runs but what deny rules and the guard refuse';
  const rest = ask === 'off' ? 'the rest is refused' : 'a person is asked about the rest';
  return `what rules and read-only profiles allow runs at once; ${rest}`;
}

/** What applies to every tool: workspace, policy and limits. */
export function instructionsFor({ workspace, settings, machine }: ToolContext): string {
  const { approval, caps } = settings;
  const nodes = Object.keys(settings.hosts);
  const others = workspace.roots.filter((root) => root !== workspace.cwd);
  return [
    `Tools for the machine (${machine.os} ${machine.arch}) and its folder ${workspace.cwd}.`,
    `Paths are relative to that folder; one outside it must be absolute.${others.length === 0 ? '' : ` Also inside: ${others.join(', ')}.`}`,
    `Policy (security ${approval.security}, ask ${approval.ask}): ${policyIn(approval)}. A refusal names its reason: do not try to get around it.`,
    ...(nodes.length === 0 ? [] : [`Calls run on host "${settings.host}"; nodes: ${nodes.join(', ')}.`]),
    `Results keep the head and tail of up to ${caps.outputChars} characters or ${caps.outputLines} lines and name the file with the rest.`,
  ].join('\n');
}
