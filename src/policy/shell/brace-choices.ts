import { braces, type Part, partsOf } from './alternatives.ts';
import { NotUnderstood } from './arg.ts';
import { allWords, wordCount } from './spread.ts';

const mostChoices = 512;

/** Whether every brace is one of a list or a range, and every range of letters stays among letters. */
function isClear(parts: readonly Part[]): boolean {
  return parts.every((part) => {
    if (part.kind === 'text') return !/[{}]/.test(part.text);
    if (part.kind === 'each') return part.all.every(isClear);
    const { isLetters, from, to } = part.range;
    return !isLetters || from >= 97 === to >= 97;
  });
}

/** The words that braces of plain words, numbers or letters make, in the order of the shell; what else they hold is not understood. */
export function braceChoices(text: string): readonly string[] {
  const parts = /^[\w./,@%+:{}-]*$/.test(text) ? partsOf(text, braces) : null;
  if (/\{.*\{/.test(text)) throw new NotUnderstood('nests braces');
  if (parts === null || parts.length !== 1 || !isClear(parts))
    throw new NotUnderstood('uses braces in an unclear way');
  if (wordCount(parts) > mostChoices) throw new NotUnderstood('expands braces to very many words');
  return allWords(parts).filter((word) => word !== null);
}
