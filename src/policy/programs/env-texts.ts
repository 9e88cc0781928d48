import { type Candidate, quoteWord, unknownPart } from '../rules/pattern.ts';
import { optionValue } from './option-value.ts';

/** A word as a shell reads it, with a variable for what only the run knows. */
function asWritten(word: Candidate): string {
  return word === null ? `"${unknownPart}"` : quoteWord(word);
}

/** What `env -S` makes of its text and the words behind it; options count only before the program (GNU coreutils, "env invocation"). */
export function envTexts(words: readonly Candidate[]): readonly string[] {
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? null;
    const next = words[index + 1] ?? null;
    if (word === null || !/^-./.test(word) || word === '--') return [];
    const text = optionValue(word, next, ['-S', '--split-string']);
    const isNext = text !== null && text === next && !word.endsWith(text);
    if (text !== null)
      return [['env', text, ...words.slice(index + (isNext ? 2 : 1)).map(asWritten)].join(' ')];
    if (/^-[iv0]*[uC]$/.test(word)) index += 1;
  }
  return [];
}
