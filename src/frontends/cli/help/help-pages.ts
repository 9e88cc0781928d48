import type { Tool } from '../../../core/tool.ts';
import { loadTools } from '../../../tools/registry.ts';
import type { ToolContext } from '../../../tools/tool-context.ts';
import { type Action, actionsOf, fieldsOf } from '../../describe/fields.ts';
import { type Command, flagsOfAction } from '../command.ts';
import { commands } from '../commands.ts';
import { type Flag, kebab } from '../flags.ts';
import { globalFlags, versionFlag } from '../global-flags.ts';
import { attachSummary } from '../tool/attach-summary.ts';
import type { HelpPage } from './help.ts';
import { withLimits } from './help-limits.ts';

const exitStatuses =
  'EXIT STATUS  0 done, 1 the tool failed, 2 bad usage or configuration, 124 timed out, 125 internal fault,\n' +
  '126 refused or approval needed, 127 program not found, 128+N ended by signal N, 130 interrupted';

const withoutShell =
  'WITHOUT A SHELL  agent-tools shell [OPTIONS] -- PROGRAM [ARGUMENT…] runs a program as it is named, nothing expanded';

/** The help page of a tool, or of the action that the first of `words` names. */
export async function toolPage(
  tool: Tool<ToolContext>,
  flags: readonly Flag[],
  words: readonly string[],
): Promise<HelpPage> {
  const actions = actionsOf(tool.input);
  const action = actions.find(({ name }) => name === words[0]);
  const name = `agent-tools ${kebab(tool.name)}`;
  if (actions.length > 0 && action === undefined) return actionsPage({ name, tool, actions, flags });
  const all = fieldsOf(tool.input);
  const fields = action?.fields ?? all;
  const isShown = ({ field }: Flag): boolean =>
    fields.some((own) => own.name === field) || all.every((other) => other.name !== field);
  return {
    name: action === undefined ? name : `${name} ${action.name}`,
    summary: action?.description ?? tool.summary,
    words: tool.positionals.flatMap((word) => fields.filter((field) => field.name === word)),
    flags: withLimits(tool.name, flags.filter(isShown), fields),
    commands: [],
    footer: tool.name === 'shell' ? `${withoutShell}\n\n${exitStatuses}` : exitStatuses,
  };
}

interface ToolWithActions {
  readonly name: string;
  readonly tool: Tool<ToolContext>;
  readonly actions: readonly Action[];
  readonly flags: readonly Flag[];
}

/** The help page of a tool with actions: the actions, and their common flags. */
function actionsPage({ name, tool, actions, flags }: ToolWithActions): HelpPage {
  const fields = fieldsOf(tool.input);
  return {
    name,
    summary: tool.summary,
    words: [],
    flags: flags.filter(({ field }) => fields.every((other) => other.name !== field)),
    commands: [
      ...actions.map((action) => ({ name: action.name, summary: action.description })),
      ...(tool.name === 'process' ? [{ name: 'attach', summary: attachSummary }] : []),
    ],
    footer: exitStatuses,
  };
}

/** The help page of a command that is not a tool, with the flags of the named action. */
export async function commandPage(
  name: string,
  command: Command,
  action: string | undefined,
): Promise<HelpPage> {
  return {
    name: `agent-tools ${name}`,
    summary: command.summary,
    words: command.words,
    flags: [...flagsOfAction(command, action), ...globalFlags],
    commands: [],
    footer: exitStatuses,
  };
}

/** The help page of the program. */
export async function overviewPage(): Promise<HelpPage> {
  const tools = await loadTools();
  return {
    name: 'agent-tools',
    summary: 'The governed hands of any agent, in one file',
    words: [],
    flags: [...globalFlags, versionFlag],
    commands: [
      ...tools.map((tool) => ({ name: kebab(tool.name), summary: tool.summary })),
      ...Object.entries(commands).map(([name, { summary }]) => ({ name, summary })),
    ],
    footer: exitStatuses,
  };
}
