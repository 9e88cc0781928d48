import { readFileSync } from 'node:fs';

export interface CorpusRow {
  readonly command: string;
  readonly expect: 'allow' | 'not-allow' | 'refuse' | 'allow-wanted' | 'any';
  readonly allowRules?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Commands with the decisions that are due. */
export const corpusRows: readonly CorpusRow[] = readFileSync(
  new URL('../fixtures/policy/commands.jsonl', import.meta.url),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));

export const corpusCommands: readonly string[] = corpusRows.map(({ command }) => command);
