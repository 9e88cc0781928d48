import { braces, type Part, partsOf } from './alternatives.ts';
import { NotUnderstood } from './arg.ts';
import { allWords, wordCount } from './spread.ts';

const mostChoices = 512;

/** Whether all braces are lists or ranges, and ranges of letters contain only letters. */
function isClear(parts: readonly Part[]): boolean {
  return parts.every((part) => {
    if (part.kind === 'text') return !/[{}]/.test(part.text);
    if (part.kind === 'each') return part.all.every(isClear);
    const { isLetters, from, to } = part.range;
    return !isLetters || from >= 97 === to >= 97;
  });
}

/** Expands braces around plain words, numbers or letters, in the shell's order; empty if there is anything else. */
export function braceChoices(text: string): readonly string[] {
  const parts = /^[\w./,@%+:{}-]*$/.test(text) ? partsOf(text, braces) : null;
  if (/\{.*\{/.test(text)) throw new NotUnderstood('nests braces');
  if (parts === null || parts.length !== 1 || !isClear(parts))
    throw new NotUnderstood('uses braces in an unclear way');
  if (wordCount(parts) > mostChoices) throw new NotUnderstood('expands braces to very many words');
  return allWords(parts).filter((word) => word !== null);
}
