import { loadTools } from '../../tools/registry.ts';
import { actionsOf } from '../describe/fields.ts';
import { commands } from './commands.ts';
import { type Flag, kebab } from './flags.ts';
import { globalFlags } from './global-flags.ts';
import { flagsOfTool } from './tool-command.ts';

/** A flag as a shell completes it. */
export interface CompletedFlag {
  /** With its dashes: `--cwd`, and `-C` when it has a short form. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** The words its value is one of; empty when it may be anything. */
  readonly choices: readonly string[];
}

/** A word and what it is for. */
export interface CompletedWord {
  readonly name: string;
  readonly description: string;
}

/** A tool or a command as a shell completes it. */
export interface CompletedCommand extends CompletedWord {
  /** What its first word is one of; empty when it may be anything. */
  readonly words: readonly CompletedWord[];
  readonly flags: readonly CompletedFlag[];
}

function completedFlag({ name, short, description, kind, placeholder }: Flag): CompletedFlag {
  const choices = /^[a-z-]+(?:\|[a-z-]+)+$/.test(placeholder ?? '') ? (placeholder ?? '').split('|') : [];
  const names = [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
  return { names, description, takesValue: kind !== 'count' && kind !== 'boolean', choices };
}

/** The words that a description lists: `show, path, init, trust or schema`; none when it says something else. */
export function listedWords(description: string): readonly string[] {
  return /^[a-z]+(?:, [a-z]+)* or [a-z]+$/.test(description) ? description.split(/, | or /) : [];
}

/** Everything the program takes, read off the registry, the commands and their flags. */
export async function completedCommands(): Promise<readonly CompletedCommand[]> {
  const tools = (await loadTools()).map((tool) => ({
    name: kebab(tool.name),
    description: tool.summary,
    words: actionsOf(tool.input).map(({ name, description }) => ({ name, description })),
    flags: flagsOfTool(tool).map(completedFlag),
  }));
  const others = Object.entries(commands).map(([name, { summary, words, flags }]) => ({
    name,
    description: summary,
    words: listedWords(words[0]?.description ?? '').map((word) => ({ name: word, description: '' })),
    flags: [...flags, ...globalFlags].map(completedFlag),
  }));
  return [...tools, ...others];
}

/** The flags that stand before a command's name. */
export const leadingFlags: readonly CompletedFlag[] = [
  ...globalFlags.map(completedFlag),
  { names: ['--version'], description: 'Show the version', takesValue: false, choices: [] },
];

/** A text in single quotes of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
