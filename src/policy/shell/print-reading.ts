import type { Command, ParsedScript, SyntaxNode, Word } from 'unbash';
import type { Candidate } from '../rules/pattern.ts';
import type { Choice } from './choices.ts';

/** How words are read, and what the script gives. */
export interface PrintReading {
  texts(word: Word): readonly Candidate[];
  /** What the script writes into a file. */
  file(path: string): Candidate;
  /** The body of a function. */
  body(name: string): SyntaxNode | undefined;
  /** What a variable holds. */
  variable(name: string): Candidate;
  /** Whether what cannot be told is to be taken to go one way. */
  isGuess(): boolean;
  parse(text: string): ParsedScript | null;
  /** Whether one more step may be taken, of those that all substitutions of a script have together. */
  takeStep(length?: number): boolean;
  /** Reads while variables hold what is given. */
  under<Read>(choice: Choice, read: () => Read): Read;
}

export function wordsOf({ name, suffix }: Command, { texts }: PrintReading): readonly Candidate[] {
  return [name, ...suffix].flatMap((item) => (item?.type === 'Word' ? texts(item) : []));
}

/** What the redirects of a command give it to read; null for none. */
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

/** Whether what is printed goes into a file: `echo x > y`. */
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
