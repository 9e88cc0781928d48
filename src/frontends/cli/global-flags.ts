import { type Flag, isShort } from './flags.ts';

/** Flags that every command accepts, before or after its name. */
export const globalFlags: readonly Flag[] = [
  {
    name: 'config',
    field: 'config',
    kind: 'string',
    placeholder: 'FILE',
    description: 'User configuration to read instead of the usual one',
  },
  {
    name: 'cwd',
    field: 'cwd',
    kind: 'string',
    short: 'C',
    placeholder: 'DIR',
    description: 'Workspace and working folder',
  },
  {
    name: 'host',
    field: 'host',
    kind: 'string',
    placeholder: 'NAME',
    description: 'Where it runs: local, sandbox or a node',
  },
  {
    name: 'security',
    field: 'security',
    kind: 'string',
    placeholder: 'deny|allowlist|full',
    description: 'What may run',
  },
  {
    name: 'ask',
    field: 'ask',
    kind: 'string',
    placeholder: 'off|on-miss|always',
    description: 'When a person is asked',
  },
  { name: 'yolo', field: 'yolo', kind: 'switch', description: 'Same as --security full --ask off' },
  {
    name: 'json',
    field: 'json',
    kind: 'switch',
    description: 'Print JSON; of a tool the Outcome, as one object',
  },
  { name: 'quiet', field: 'quiet', kind: 'switch', description: 'No notices on standard error' },
  {
    name: 'no-cap',
    field: 'noCap',
    kind: 'switch',
    description: 'Stream everything in text mode, for CI logs',
  },
  { name: 'no-color', field: 'noColor', kind: 'switch', description: 'No colours (NO_COLOR does the same)' },
  { name: 'help', field: 'help', kind: 'switch', short: 'h', description: 'Show help' },
];

/** Only before a command. */
export const versionFlag: Flag = {
  name: 'version',
  field: 'version',
  kind: 'switch',
  description: 'Show the version',
};

/** The values of the global flags. */
export interface Globals {
  readonly config?: string;
  readonly cwd?: string;
  readonly host?: string;
  readonly security?: string;
  readonly ask?: string;
  readonly yolo?: boolean;
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly noCap?: boolean;
  readonly help?: boolean;
}

/** Whether a word is a global flag that takes the next word as its value. */
function isValued(word: string): boolean {
  return globalFlags.some(
    (flag) => flag.kind === 'string' && (word === `--${flag.name}` || isShort(flag, word)),
  );
}

/** The words that may be flags: those before `--`. */
export function flagWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}

/** Splits a command line at the command's name: the first word that is neither a flag nor a global flag's value. */
export function splitCommand(words: readonly string[]): {
  readonly before: readonly string[];
  readonly command: string | null;
  readonly after: readonly string[];
} {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-') || word === '-')
      return { before: words.slice(0, index), command: word, after: words.slice(index + 1) };
    if (isValued(word)) index += 1;
  }
  return { before: words, command: null, after: [] };
}
