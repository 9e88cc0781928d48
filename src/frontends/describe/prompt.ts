import type { Tool } from '../../core/tool.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { instructionsFor } from './instructions.ts';

/** A section of a system prompt for all tools; `skills` is the block of the skill tool, or empty. */
export function renderPromptSection(
  context: ToolContext,
  tools: readonly Tool<ToolContext>[],
  skills: string,
): string {
  const { machine } = context;
  const shell =
    machine.shell === null
      ? `No shell: ${machine.shellProblem ?? 'none was found'}.`
      : `Shell: ${machine.shell.flavour} (${machine.shell.path}).`;
  const lines = tools.map((tool) => `- ${tool.name}: ${tool.describe(context)}`);
  return [
    `# Tools of agent-tools\n\n${instructionsFor(context)}\n${shell}\n`,
    `## Tools\n\n${lines.join('\n')}\n`,
    ...(skills === '' ? [] : [`## Skills\n\n${skills}`]),
  ].join('\n');
}
