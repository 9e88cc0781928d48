import type { Tool } from '../../../core/tool.ts';
import { loadTools } from '../../../tools/registry.ts';
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

/** A flag as a shell completes it. */
export interface CompletedFlag {
  /** With its dashes: `--cwd`, and `-C` when it has a short form. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** The words its value is one of; empty when it may be anything. */
  readonly choices: readonly string[];
  readonly values: ValueKind | null;
}

/** A word and what it is for. */
export interface CompletedWord {
  readonly name: string;
  readonly description: string;
}

/** A place on the command line: before any command, behind one, or behind its action too. */
export interface CompletedPlace {
  /** The words that lead here: empty, `process`, `process poll`. */
  readonly key: string;
  /** What the next word is one of; with none, and no values, it is a file. */
  readonly words: readonly CompletedWord[];
  readonly values: ValueKind | null;
  readonly flags: readonly CompletedFlag[];
}

const flagValues: Readonly<Record<string, ValueKind>> = { host: 'hosts', 'session-id': 'sessions' };

function completedFlag(flag: Flag): CompletedFlag {
  const { name, short, description, placeholder } = flag;
  const choices = /^[a-z-]+(?:\|[a-z-]+)+$/.test(placeholder ?? '') ? (placeholder ?? '').split('|') : [];
  const names = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  return { names, description, takesValue: takesValue(flag), choices, values: flagValues[name] ?? null };
}

/** The words behind an action, where they are always the same. */
function wordsBehind(key: string): readonly CompletedWord[] {
  return key === 'policy presets' ? presets.map(({ name, about }) => ({ name, description: about })) : [];
}

/** What the word behind an action is, where the program knows. */
function valuesBehind(key: string): ValueKind | null {
  if (key === 'skill show') return 'skills';
  if (key === 'hosts check') return 'nodes';
  if (key === 'approvals show' || key === 'approvals resolve') return 'approvals';
  return key.startsWith('process ') && key !== 'process list' ? 'sessions' : null;
}

/** `process attach` is for people and no action of the tool. */
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

function placesOfCommand([name, command]: [string, Command]) {
  const listed = listedWords(command.words[0]?.description ?? '').map((word) => ({
    name: word,
    description: '',
  }));
  const flagsBehind = (action?: string): readonly CompletedFlag[] =>
    [...flagsOfAction(command, action), ...globalFlags].map(completedFlag);
  const places: readonly CompletedPlace[] = [
    { key: name, words: listed, values: null, flags: flagsBehind() },
    ...listed.map((word) => ({
      key: `${name} ${word.name}`,
      words: wordsBehind(`${name} ${word.name}`),
      values: valuesBehind(`${name} ${word.name}`),
      flags: flagsBehind(word.name),
    })),
  ];
  return places;
}

/** Everything the program takes, read off the registry, the commands and their flags; the place before any command is first. */
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
