import type { Tool } from '../../core/tool.ts';
import { loadTools } from '../../tools/registry.ts';
import type { ToolContext } from '../../tools/tool-context.ts';
import { fieldsOf } from '../describe/fields.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { type Flag, kebab } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import type { HelpPage } from './help.ts';

const exitStatuses =
  'EXIT STATUS  0 done, 1 the tool failed, 2 bad usage or configuration, 124 timed out, 125 internal fault,\n' +
  '126 refused or approval needed, 127 program not found, 128+N ended by signal N, 130 interrupted';

/** The page of one tool. */
export async function toolPage(tool: Tool<ToolContext>, flags: readonly Flag[]): Promise<HelpPage> {
  const fields = fieldsOf(tool.input);
  return {
    name: `agent-tools ${kebab(tool.name)}`,
    summary: tool.summary,
    words: tool.positionals.map((name) => ({
      name,
      description: fields.find((field) => field.name === name)?.description ?? '',
    })),
    flags,
    commands: [],
    footer: exitStatuses,
  };
}

/** The page of a command that is no tool. */
export async function commandPage(name: string, command: Command): Promise<HelpPage> {
  return {
    name: `agent-tools ${name}`,
    summary: command.summary,
    words: command.words,
    flags: [...command.flags, ...globalFlags],
    commands: [],
  };
}

/** The page of the program. */
export async function overviewPage(): Promise<HelpPage> {
  const tools = await loadTools();
  return {
    name: 'agent-tools',
    summary: 'The governed hands of any agent, in one file',
    words: [],
    flags: globalFlags,
    commands: [
      ...tools.map((tool) => ({ name: kebab(tool.name), summary: tool.summary })),
      ...Object.entries(commands).map(([name, { summary }]) => ({ name, summary })),
    ],
    footer: exitStatuses,
  };
}
