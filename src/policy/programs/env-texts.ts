import { type Candidate, quoteWord, unknownPart } from '../rules/pattern.ts';
import { textsCarried, writtenVariable } from './carrier-texts.ts';
import { optionValue } from './option-value.ts';

/** A word as a shell reads it, with a variable for what only the run knows. */
function asWritten(word: Candidate): string {
  return word === null ? `"${unknownPart}"` : quoteWord(word);
}

/** The files that programs write by the variables which `env` sets from a word on. */
function carriedFrom(words: readonly Candidate[], start: number): readonly string[] {
  const end = words.findIndex((word, index) => index >= start && word?.includes('=') !== true);
  return words.slice(start, end === -1 ? words.length : end).flatMap((word) => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word ?? '') ?? [];
    return name !== undefined && value !== undefined && writtenVariable.test(name)
      ? textsCarried(name, value)
      : [];
  });
}

/** What `env -S` makes of its text and the words behind it, and files that variables name which it sets; options count only before the program (GNU coreutils, "env invocation"). */
export function envTexts(words: readonly Candidate[]): readonly string[] {
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index] ?? null;
    const next = words[index + 1] ?? null;
    if (word === '--') return carriedFrom(words, index + 1);
    if (word === null || !/^-./.test(word)) return carriedFrom(words, index);
    const text = optionValue(word, next, ['-S', '--split-string']);
    const isNext = text !== null && text === next && !word.endsWith(text);
    if (text !== null)
      return [['env', text, ...words.slice(index + (isNext ? 2 : 1)).map(asWritten)].join(' ')];
    if (/^-[iv0]*[uC]$/.test(word)) index += 1;
  }
  return [];
}
