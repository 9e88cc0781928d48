import { type Candidate, hasWord } from '../rules/pattern.ts';
import type { TextForm } from './carrier-texts.ts';
import { endedBy } from './ended-by.ts';
import { optionValue } from './option-value.ts';

/** The texts of one form among the words of a command. */
export function textsOf(
  { options, behind, under, anywhere, value, until, before = '' }: TextForm,
  words: readonly Candidate[],
): readonly string[] {
  if (under !== undefined && !hasWord(words, under)) return [];
  return words.slice(1).flatMap((word, index) => {
    if (word === null) return [];
    const next = words[index + 2];
    const held = options !== undefined ? optionValue(word, next, options) : anywhere ? word : null;
    const text = behind?.test(word) === true ? (next ?? null) : held;
    const found = text === null || value === undefined ? text : (value.exec(text)?.[1] ?? null);
    const whole = found === null || until === undefined ? found : endedBy(found, until);
    return whole === null ? [] : [before + whole];
  });
}
