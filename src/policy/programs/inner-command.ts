import type { Candidate } from '../rules/pattern.ts';
import { isOneOf } from './option-value.ts';

/** How a program that starts the command in its words is written. */
export interface CarrierForm {
  /** Letters of short options that take a value. */
  readonly valued: string;
  /** Letters of those that take one only in their own word, or none. */
  readonly attached?: string;
  /** Long options that take a value as their own word, with one dash or two. */
  readonly long?: readonly string[];
  /** Long options that take two. */
  readonly pairs?: readonly string[];
  /** Words before the inner command, besides options. */
  readonly skip?: number;
  /** Words that may stand there, too. */
  readonly skips?: RegExp;
}

/** How many of the words that follow an option are its values. */
function valuesOf(form: CarrierForm, option: string): number {
  if (form.pairs?.includes(option) === true) return 2;
  if (option.startsWith('--') || form.long?.includes(option) === true)
    return isOneOf(option, form.long ?? []) ? 1 : 0;
  const letters = [...option.slice(1)];
  const taking = letters.findIndex((letter) => `${form.valued}${form.attached ?? ''}`.includes(letter));
  return taking === letters.length - 1 && form.valued.includes(letters[taking] ?? ' ') ? 1 : 0;
}

const settled = /^(?:--?|[A-Za-z_]\w*=.*)$/s;

/** The command that begins with the first word which is neither an option, nor its value, nor one of `skip`; null where there is none. */
function commandFrom(
  form: CarrierForm,
  words: readonly Candidate[],
  skip: number,
): readonly Candidate[] | null {
  let left = skip;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (typeof word !== 'string' || settled.test(word)) continue;
    if (word.startsWith('-')) index += valuesOf(form, word);
    else if (left > 0) left -= 1;
    else if (form.skips?.test(word) !== true) return words.slice(index);
  }
  return null;
}

/**
 * The inner commands of a form: after its options. A word that is not known may be one of them, set a variable or be one of those
 * that stand before the command.
 */
export function innerOf(form: CarrierForm, words: readonly Candidate[]): readonly (readonly Candidate[])[] {
  let skip = form.skip ?? 0;
  for (let index = 1; index < words.length; index += 1) {
    const word = words[index];
    if (typeof word !== 'string') {
      const rest = words.slice(index + 1);
      const skips = skip > 0 ? [skip - 1, skip] : [0];
      const found = skips.flatMap((left) => {
        const inner = commandFrom(form, rest, left);
        return inner === null ? [] : [inner];
      });
      return found.length === 0 ? [rest] : found;
    }
    if (settled.test(word)) continue;
    if (word.startsWith('-')) index += valuesOf(form, word);
    else if (skip > 0) skip -= 1;
    else if (form.skips?.test(word) !== true) return [words.slice(index)];
  }
  return [];
}
