import { endedBy } from '../../core/text/trailing.ts';
import { type Candidate, hasWord, quoteWord } from '../rules/pattern.ts';
import { optionValue } from './option-value.ts';

/** Words that hold a text which a shell reads. */
export interface TextForm {
  /** Options whose value it is, in its own word or attached; a letter also at the end of a cluster. */
  readonly options?: readonly string[];
  /** A word behind which it stands. */
  readonly behind?: RegExp;
  /** A word besides, without which it is none. */
  readonly under?: RegExp;
  /** Any word; without one of these three it is none. */
  readonly anywhere?: true;
  /** What of the word is the text: the first group; the whole word without. */
  readonly value?: RegExp;
  /** Characters of which the last one in that group ends the text; without one there is none. */
  readonly until?: string;
  /** What stands before the text. */
  readonly before?: string;
  /** What divides its words, in place of blanks. */
  readonly apart?: string;
}

/** What a form makes of a word that holds a text, or of a part of it. */
function textIn({ value, until, before = '', apart }: TextForm, held: string): readonly string[] {
  const found = value === undefined ? held : (value.exec(held)?.[1] ?? null);
  const whole = found === null || until === undefined ? found : endedBy(found, until);
  if (whole === null) return [];
  return [before + (apart === undefined ? whole : whole.split(apart).map(quoteWord).join(' '))];
}

/** The texts of one form among the words of a command. */
export function textsOf(form: TextForm, words: readonly Candidate[]): readonly string[] {
  const { options, behind, under, anywhere } = form;
  if (under !== undefined && !hasWord(words, under)) return [];
  return words.slice(1).flatMap((word, index) => {
    if (word === null) return [];
    const next = words[index + 2];
    const held = options !== undefined ? optionValue(word, next, options) : anywhere ? word : null;
    const text = behind?.test(word) === true ? (next ?? null) : held;
    return text === null ? [] : textIn(form, text);
  });
}
