import { type Flag, flagFor, isShort } from './flags.ts';

/** Flags that every command accepts, before or after its name. */
export const globalFlags: readonly Flag[] = [
  flagFor('config', 'User configuration to read instead of the usual one', {
    kind: 'string',
    placeholder: 'FILE',
  }),
  flagFor('cwd', 'Workspace and working folder', { kind: 'string', short: 'C', placeholder: 'DIR' }),
  flagFor('host', 'Where it runs: local, sandbox or a node', { kind: 'string', placeholder: 'NAME' }),
  flagFor('security', 'What may run', { kind: 'string', placeholder: 'deny|allowlist|full' }),
  flagFor('ask', 'When a person is asked', { kind: 'string', placeholder: 'off|on-miss|always' }),
  flagFor('yolo', 'Same as --security full --ask off'),
  flagFor('json', 'Print JSON; of a tool the Outcome, as one object'),
  flagFor('quiet', 'No notices on standard error'),
  flagFor('noCap', 'Stream everything in text mode, for CI logs'),
  flagFor('noColor', 'No colours (NO_COLOR does the same)'),
  flagFor('help', 'Show help', { short: 'h' }),
];

/** Only before a command. */
export const versionFlag: Flag = flagFor('version', 'Show the version');

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
