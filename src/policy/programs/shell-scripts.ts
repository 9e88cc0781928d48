import type { Candidate, Words } from '../rules/pattern.ts';
import { withParameters } from '../shell/positional.ts';

/** A word of options, or one that ends them. */
const shellOption = /^(--?|[-+]\w+)$/;

/** Values that stand behind clusters of options, which the words are, as words of their own: `-euo` takes one. */
function valuesIn(words: Words): number {
  return words.reduce((count, word) => count + (word?.match(/[oO]/g)?.length ?? 0), 0);
}

/** The script behind `-c` of a shell, in any cluster of options, with the words that follow as its parameters. */
export function shellScripts(words: Words): readonly string[] {
  const at = words.findIndex(
    (word, index) => index > 0 && typeof word === 'string' && /^-(?=[A-Za-z]*c)[A-Za-z]+$/.test(word),
  );
  if (at === -1) return [];
  const isText = (word: Candidate, index: number) => index > at && word !== null && !shellOption.test(word);
  const texts = [...words.keys()].filter((index) => isText(words[index] ?? null, index));
  // Values of options stand before the text, or none of them does: shells differ.
  const values = valuesIn(words.slice(at, texts[0]));
  return texts.slice(0, 1 + values).flatMap((index) => {
    const text = words[index] ?? null;
    return text === null ? [] : withParameters(text, words.slice(index + 1));
  });
}
