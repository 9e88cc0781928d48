import { ownValue } from '../../../core/record.ts';
import type { Tool } from '../../../core/tool.ts';
import { signalNames } from '../../../platform/process/signals.ts';
import { loadTools, registry } from '../../../tools/registry.ts';
import type { ToolContext } from '../../../tools/tool-context.ts';
import { actionsOf } from '../../describe/fields.ts';
import { listedWords } from '../action.ts';
import { type Command, flagsOfAction } from '../command.ts';
import { commands } from '../commands.ts';
import { type Flag, kebab, takesValue } from '../flags.ts';
import { globalFlags, versionFlag } from '../global-flags.ts';
import { presets } from '../policy/policy-presets.ts';
import { attachSummary } from '../tool/attach-summary.ts';
import { flagsOfTool } from '../tool/tool-command.ts';
import { fieldFlags, inputFlag } from '../tool/tool-flags.ts';
import type { ValueKind } from './value-kinds.ts';

/** A flag for completion. */
export interface CompletedFlag {
  /** With dashes: `--cwd`, and `-C` if it has a short form. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** The possible values; empty if any is allowed. */
  readonly choices: readonly string[];
  /** Whether the value is a list of them, with commas. */
  readonly isList: boolean;
  readonly values: ValueKind | null;
}

/** A word and its description. */
export interface CompletedWord {
  readonly name: string;
  readonly description: string;
}

/** A place on the command line: before any command, after one, or after its action. */
export interface CompletedPlace {
  /** The words before it: empty, `process`, `process poll`. */
  readonly key: string;
  /** The possible next words; without any, and without `values`, it is a file. */
  readonly words: readonly CompletedWord[];
  readonly values: ValueKind | null;
  readonly flags: readonly CompletedFlag[];
}

const flagValues: Readonly<Record<string, ValueKind>> = { host: 'hosts', 'session-id': 'sessions' };

/** The values of flags whose placeholder does not list them. */
const flagChoices: Readonly<Record<string, () => readonly string[]>> = {
  tools: () => Object.keys(registry),
  signal: signalNames,
};

function completedFlag(flag: Flag): CompletedFlag {
  const { name, short, description, placeholder = '' } = flag;
  const listed = /^[a-z-]+(?:\|[a-z-]+)+$/.test(placeholder) ? placeholder.split('|') : [];
  const choices = ownValue(flagChoices, name)?.() ?? listed;
  const names = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  const isList = placeholder.endsWith(',…');
  return {
    names,
    description,
    takesValue: takesValue(flag),
    choices,
    isList,
    values: flagValues[name] ?? null,
  };
}

/** The words after an action, if they are fixed. */
function wordsBehind(key: string): readonly CompletedWord[] {
  return key === 'policy presets' ? presets.map(({ name, about }) => ({ name, description: about })) : [];
}

/** The kind of word after an action, if the program can list it. */
function valuesBehind(key: string): ValueKind | null {
  if (key === 'skill show') return 'skills';
  if (key === 'hosts check') return 'nodes';
  if (key === 'approvals show' || key === 'approvals resolve') return 'approvals';
  return key.startsWith('process ') && key !== 'process list' ? 'sessions' : null;
}

/** `process attach` is for people, and not an action of the tool. */
const attach = { name: 'attach', description: attachSummary, fields: [] };

function placesOfTool(tool: Tool<ToolContext>): readonly CompletedPlace[] {
  const name = kebab(tool.name);
  const actions = [...actionsOf(tool.input), ...(name === 'process' ? [attach] : [])];
  const shared = [inputFlag, ...globalFlags];
  return [
    { key: name, words: actions, values: null, flags: flagsOfTool(tool).map(completedFlag) },
    ...actions.map((action) => ({
      key: `${name} ${action.name}`,
      words: [],
      values: valuesBehind(`${name} ${action.name}`),
      flags: [...fieldFlags(action.fields), ...(action === attach ? globalFlags : shared)].map(completedFlag),
    })),
  ];
}

function placesOfCommand([name, command]: [string, Command]): readonly CompletedPlace[] {
  const listed = listedWords(command.words[0]?.description ?? '').map((word) => ({
    name: word,
    description: '',
  }));
  const flagsBehind = (action?: string): readonly CompletedFlag[] =>
    [...flagsOfAction(command, action), ...globalFlags].map(completedFlag);
  return [
    { key: name, words: listed, values: null, flags: flagsBehind() },
    ...listed.map((word) => ({
      key: `${name} ${word.name}`,
      words: wordsBehind(`${name} ${word.name}`),
      values: valuesBehind(`${name} ${word.name}`),
      flags: flagsBehind(word.name),
    })),
  ];
}

/** All places, derived from the registry, the commands and their flags; the one before any command is first. */
export async function completedPlaces(): Promise<readonly CompletedPlace[]> {
  const tools = await loadTools();
  const first: CompletedPlace = {
    key: '',
    words: [
      ...tools.map(({ name, summary }) => ({ name: kebab(name), description: summary })),
      ...Object.entries(commands).map(([name, { summary }]) => ({ name, description: summary })),
    ],
    values: null,
    flags: [...globalFlags, versionFlag].map(completedFlag),
  };
  return [first, ...tools.flatMap(placesOfTool), ...Object.entries(commands).flatMap(placesOfCommand)];
}
