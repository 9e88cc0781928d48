import { type Candidate, quoteWord, unknownPart, type Words } from '../rules/pattern.ts';
import { baseName } from './base-name.ts';
import { textsCarried } from './carrying-variables.ts';
import { optionValue } from './option-value.ts';

/** A word as a shell reads it, with a variable for what only the run knows. */
function asWritten(word: Candidate): string {
  return word === null ? `"${unknownPart}"` : quoteWord(word);
}

/** Programs that start no other, whatever their environment. */
const startsNone =
  /^(?:ls|cat|tac|head|tail|nl|wc|cut|tr|uniq|grep|echo|printf|test|true|false|pwd|date|stat|touch|mkdir|cp|mv|rm|ln|chmod|sleep|seq|uname|id|printenv)$/;

/** Whether `env` with these words, itself left out, starts a program that heeds no variable which names another. */
export function startsPlainly(words: Words): boolean {
  const program = words.find((word) => word === null || !/^-|=/.test(word));
  return typeof program === 'string' && startsNone.test(baseName(program));
}

/** What programs run, read and write by the variables which `env` sets from a word on; a function of bash is one with `%%` behind its name. */
function carriedFrom(words: Words, start: number): readonly string[] {
  const end = words.findIndex((word, index) => index >= start && word?.includes('=') !== true);
  if (startsPlainly(words.slice(start))) return [];
  return words.slice(start, end === -1 ? words.length : end).flatMap((word) => {
    const [, called, body] = /^BASH_FUNC_([^=]{1,256})%%=\(\)\s*(.*)$/s.exec(word ?? '') ?? [];
    if (called !== undefined && body !== undefined) return [body];
    const [, name, value] = /^(\w+)=(.*)$/s.exec(word ?? '') ?? [];
    return name !== undefined && value !== undefined ? textsCarried(name, value) : [];
  });
}

/** What `env -S` makes of its text and the words behind it, and files that variables name which it sets; options count only before the program (GNU coreutils, "env invocation"). */
export function envTexts(words: Words): readonly string[] {
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
