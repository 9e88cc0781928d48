import type { Command, ParsedScript, SyntaxNode, Word } from 'unbash';
import type { Candidate, Words } from '../rules/pattern.ts';
import type { Choice } from './choices.ts';

/** How words are read, and what the script defines. */
export interface PrintReading {
  texts(word: Word): Words;
  /** The text that the script writes into a file; null if unknown. */
  file(path: string): Candidate;
  /** The body of a function; undefined if there is none. */
  body(name: string): SyntaxNode | undefined;
  /** The value of a variable; null if unknown. */
  variable(name: string): Candidate;
  /** Whether to guess one outcome of what is unknown. */
  isGuess(): boolean;
  parse(text: string): ParsedScript | null;
  /** Counts steps; false if the limit for all substitutions of the script is reached. */
  takeStep(length?: number): boolean;
  /** Reads while variables have the chosen values. */
  under<Read>(choice: Choice, read: () => Read): Read;
}

export function wordsOf({ name, suffix }: Command, { texts }: PrintReading): Words {
  return [name, ...suffix].flatMap((item) => (item?.type === 'Word' ? texts(item) : []));
}

/** The text that redirects put on the standard input of a command; null for none. */
export function inputOf(items: Command['prefix' | 'suffix'], { texts, file }: PrintReading): Candidate {
  for (const item of items) {
    if (item.type === 'HereDoc') return item.body.text;
    if (item.type === 'Assignment' || item.type === 'Word' || item.target === undefined) continue;
    const [text = null] = texts(item.target);
    if (item.type === 'HereString' || text === null) return text;
    if (item.operator === '<') return file(text);
  }
  return null;
}

/** Whether the output goes to a file: `echo x > y`. */
export function isWritten(items: Command['prefix' | 'suffix']): boolean {
  return items.some(
    (item) =>
      item.type === 'Redirect' &&
      /^&?>>?\|?$/.test(item.operator) &&
      (item.descriptor === undefined ||
        (item.descriptor.type === 'FileDescriptor' && item.descriptor.value === 1)) &&
      /^(?:\/dev\/null$|(?!\/dev\/|\/proc\/|&))/.test(item.target?.value ?? '&'),
  );
}
